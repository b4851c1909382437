import type { Deletion, Regulation } from '../../api/regulations.js';
import { useDestinationName } from '../../api/catalog.js';
import { isOpen } from '../../features/deletions/deletion-facts.js';
import type { Fact } from '../../features/deletions/fact.js';
import { factsOf } from './regulation-facts.js';
import {
  DatedTime,
  Facts,
  StatusBadge,
  Time,
  Timeline,
  type TimelineEntry,
} from '../../ui/index.js';
import { STATE_TONES } from '../../ui/tone.js';
import { FactDetail } from '../../features/deletions/fact-detail.js';
import { TEXTS } from './texts.js';

/** Shows the events of a regulation, and one entry for each destination. */
export function RegulationTimeline({ regulation }: { readonly regulation: Regulation }) {
  const nameOf = useDestinationName();
  const facts = factsOf(regulation);
  const own = facts.filter(({ destinationId }) => destinationId === undefined).map(entryOf);
  const ends = own.filter(({ key }) => key === 'canceled' || key === 'forgotten');
  return (
    <Timeline
      label={TEXTS.regulationTimeline.label}
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
                .map((fact) => [fact.title, <FactText key={fact.key} fact={fact} />])}
            />
          ),
        })),
        ...ends,
      ]}
    />
  );
}

function FactText({ fact }: { readonly fact: Fact }) {
  return (
    <span>
      {fact.at !== undefined &&
        (fact.isDated === true ? (
          <DatedTime value={fact.at} mayBeAhead={fact.isAhead === true} />
        ) : (
          <Time value={fact.at} mayBeAhead={fact.isAhead === true} />
        ))}
      {fact.at !== undefined && (fact.detail === undefined ? ' ' : ': ')}
      <FactDetail fact={fact} />
    </span>
  );
}

/** Returns false for the state "running", because the badge shows it. */
function isWorthALine(key: string, deletion: Deletion): boolean {
  return !(key.endsWith(' running') && isOpen(deletion));
}

function entryOf({ key, title, at, tone, ...fact }: Fact): TimelineEntry {
  const { isAhead = false, isDated = false, detail } = fact;
  return { key, title, time: at, tone, isAhead, isDated, children: detail };
}
