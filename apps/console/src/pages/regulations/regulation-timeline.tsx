import type { Deletion, Regulation } from '../../api/regulations.js';
import { useDestinationName } from '../../api/catalog.js';
import { isOpen } from '../../features/deletions/deletion-facts.js';
import type { Fact } from '../../features/deletions/fact.js';
import { factsOf } from './regulation-facts.js';
import { Facts, StatusBadge, Time, Timeline, type TimelineEntry } from '../../ui/index.js';
import { STATE_TONES } from '../../ui/tone.js';
import { FactDetail } from '../../features/deletions/fact-detail.js';

/** What happened to the regulation, and one entry for each destination with all that is known of it. */
export function RegulationTimeline({ regulation }: { readonly regulation: Regulation }) {
  const nameOf = useDestinationName();
  const facts = factsOf(regulation);
  const own = facts.filter(({ destinationId }) => destinationId === undefined).map(entryOf);
  const ends = own.filter(({ key }) => key === 'canceled' || key === 'forgotten');
  return (
    <Timeline
      label="What happened"
      entries={[
        ...own.filter((one) => !ends.includes(one)),
        ...(regulation.deletions ?? []).map((deletion): TimelineEntry => ({
          key: deletion.destinationId,
          title: (
            <>
              {nameOf(deletion.destinationId)} <StatusBadge status={deletion.status} />{' '}
              {deletion.overdue && <StatusBadge status="overdue" />}{' '}
              {deletion.held === true && <StatusBadge status="held" />}
            </>
          ),
          time: deletion.finishedAt ?? deletion.startedAt,
          tone: STATE_TONES[deletion.status],
          isAhead: deletion.status === 'pending' && deletion.startedAt === undefined,
          children: (
            <Facts
              facts={facts
                .filter(
                  ({ destinationId, key }) =>
                    destinationId === deletion.destinationId && isWorthALine(key, deletion),
                )
                .map((fact) => [fact.title, <Said key={fact.key} fact={fact} />])}
            />
          ),
        })),
        ...ends,
      ]}
    />
  );
}

function Said({ fact }: { readonly fact: Fact }) {
  return (
    <span>
      {fact.at !== undefined && <Time value={fact.at} mayBeAhead={fact.isAhead === true} />}
      {fact.at !== undefined && (fact.detail === undefined ? ' ' : ': ')}
      <FactDetail fact={fact} />
    </span>
  );
}

/** The badge says already that it runs. */
function isWorthALine(key: string, deletion: Deletion): boolean {
  return !(key.endsWith(' running') && isOpen(deletion));
}

function entryOf({ key, title, at, tone, isAhead = false, detail }: Fact): TimelineEntry {
  return { key, title, time: at, tone, isAhead, children: detail };
}
