import type { Regulation } from '../../api/regulations.js';
import { useDestinationName } from '../../api/catalog.js';
import { factsOf } from './regulation-facts.js';
import { Badge, DatedTime, Table, Time } from '../../ui/index.js';
import { FactDetail } from '../../features/deletions/fact-detail.js';
import { TEXTS } from './texts.js';

const { regulationHistory: texts } = TEXTS;

/** Shows each fact in a row, sorted by time, with future facts last. */
export function RegulationHistory({ regulation }: { readonly regulation: Regulation }) {
  const nameOf = useDestinationName();
  return (
    <Table
      label={texts.label}
      rows={factsOf(regulation)}
      rowKey={({ key }) => key}
      columns={[
        {
          label: texts.when,
          cell: ({ at, isDated = false, isAhead = false }) =>
            isDated ? (
              <DatedTime value={at} mayBeAhead={isAhead} />
            ) : (
              <Time value={at} mayBeAhead={isAhead} />
            ),
        },
        {
          label: texts.what,
          cell: ({ title, tone, isAhead = false }) => (
            <Badge tone={isAhead ? 'neutral' : tone}>{title}</Badge>
          ),
        },
        {
          label: texts.destination,
          cell: ({ destinationId }) => (destinationId === undefined ? '' : nameOf(destinationId)),
        },
        { label: texts.details, cell: (fact) => <FactDetail fact={fact} /> },
      ]}
    />
  );
}
