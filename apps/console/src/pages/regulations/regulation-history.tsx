import type { Regulation } from '../../api/regulations.js';
import { useDestinationName } from '../../api/catalog.js';
import { factsOf } from './regulation-facts.js';
import { Badge, Table, Time } from '../../ui/index.js';
import { FactDetail } from '../../features/deletions/fact-detail.js';

/** Every fact in a row of its own, in the order in which they happened; what is ahead at the end. */
export function RegulationHistory({ regulation }: { readonly regulation: Regulation }) {
  const nameOf = useDestinationName();
  return (
    <Table
      label="History"
      rows={factsOf(regulation)}
      rowKey={({ key }) => key}
      columns={[
        { label: 'When', cell: ({ at }) => <Time value={at} /> },
        {
          label: 'What',
          cell: ({ title, tone, isAhead = false }) => (
            <Badge tone={isAhead ? 'neutral' : tone}>{title}</Badge>
          ),
        },
        {
          label: 'Where',
          cell: ({ destinationId }) => (destinationId === undefined ? '' : nameOf(destinationId)),
        },
        { label: 'Details', cell: (fact) => <FactDetail fact={fact} /> },
      ]}
    />
  );
}
