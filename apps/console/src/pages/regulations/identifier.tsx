import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { identifiersQuery } from '../../api/regulations.js';
import { textOf } from '../../lib/parse-events.js';
import { IconButton, Mono } from '../../ui/index.js';
import styles from './regulation.module.css';

/** One identifier of a regulation, masked until a person asks for it: that is recorded. */
export function Identifier({
  regulationId,
  name,
  masked,
}: {
  readonly regulationId: string;
  readonly name: string;
  /** As the API masks it: `us***`. */
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
        label={isShown ? 'Hide the identifier' : 'Show the identifier'}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}
