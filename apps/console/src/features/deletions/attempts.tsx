import type { Schemas } from '../../api/client.js';
import { factsOfAttempts } from './attempt-facts.js';
import { Timeline } from '../../ui/index.js';
import { FactDetail } from './fact-detail.js';

/** What each attempt came to, and why. */
export function Attempts({
  history,
}: {
  readonly history: readonly Schemas['DeletionAttemptDto'][];
}) {
  if (history.length === 0) return <p>None has ended yet.</p>;
  return (
    <Timeline
      label="Attempts"
      entries={factsOfAttempts(history).map((fact) => ({
        ...{ key: fact.key, title: fact.title, time: fact.at, tone: fact.tone },
        children: <FactDetail fact={fact} />,
      }))}
    />
  );
}
