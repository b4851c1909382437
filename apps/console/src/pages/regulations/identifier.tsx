import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { identifiersQuery } from '../../api/regulations.js';
import { textOf } from '../../lib/parse-events.js';
import { IconButton, Mono } from '../../ui/index.js';
import { TEXTS } from './texts.js';
import styles from './regulation.module.css';

/**
 * Shows an identifier. The identifier is masked until the user requests the full value. The gateway
 * records each such request.
 */
export function Identifier({
  regulationId,
  name,
  masked,
}: {
  readonly regulationId: string;
  readonly name: string;
  /** The masked value from the API, such as `us***`. */
  readonly masked: unknown;
}) {
  const [isShown, setShown] = useState(false);
  const { data } = useQuery({ ...identifiersQuery(regulationId), enabled: isShown });
  const value = data?.[name];
  return (
    <span className={styles.identifier}>
      {isShown && value !== undefined ? (
        <span className={styles.whole}>
          <Mono>{textOf(value)}</Mono>
        </span>
      ) : (
        <Mono>{String(masked)}</Mono>
      )}
      <IconButton
        size="s"
        icon={isShown ? EyeOff : Eye}
        label={TEXTS.identifier[isShown ? 'hide' : 'show']}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}
