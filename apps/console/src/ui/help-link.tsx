import { CircleHelp } from 'lucide-react';
import { guideAddress, type GuidePage } from '../lib/guides.js';
import { TEXTS } from './texts.js';
import { Tooltip } from './tooltip.js';
import styles from './text.module.css';

/**
 * A link to the page of the guides that explains a term. Renders nothing if the gateway serves no
 * guides.
 */
export function HelpLink({ page, about }: { readonly page: GuidePage; readonly about: string }) {
  const address = guideAddress(page);
  if (address === undefined) return null;
  const label = TEXTS.helpLink(about);
  return (
    <Tooltip text={label}>
      <a className={styles.help} href={address} target="_blank" rel="noopener" aria-label={label}>
        <CircleHelp aria-hidden />
      </a>
    </Tooltip>
  );
}
