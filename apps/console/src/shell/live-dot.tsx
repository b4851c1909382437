import type { Live, LiveState } from '../api/events/live.js';
import { Tooltip } from '../ui/index.js';
import styles from './shell.module.css';

const WORDS: Readonly<Record<LiveState, readonly [label: string, meaning: string]>> = {
  live: ['Live', 'What happens is shown as it happens.'],
  polling: ['Polling', 'This gateway has no stream of events: pages ask every 10 seconds.'],
  connecting: ['Connecting', 'Pages follow again as soon as the stream of events is there.'],
};

/** Whether pages follow what happens. */
export function LiveDot({ live }: { readonly live: Live }) {
  const state = live.state.use();
  const [label, meaning] = WORDS[state];
  return (
    <Tooltip text={meaning}>
      <span className={styles.live} data-state={state}>
        <span className={styles.dot} aria-hidden />
        <span>{label}</span>
      </span>
    </Tooltip>
  );
}
