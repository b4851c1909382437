import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { connectionsQuery, type Destination, type Source } from '../../api/catalog.js';
import type { Listed } from '../../api/pages.js';
import { Card, Loading, missingOf, Table } from '../../ui/index.js';
import { ConnectionCell } from './connection-cell.js';
import { TEXTS } from './texts.js';

const { connectionsOf: texts } = TEXTS;

type Named = Pick<Source | Destination, 'id' | 'name' | 'type'>;

/** Lists the connections of a source to all destinations, or of a destination to all sources. */
export function ConnectionsOf({
  of,
  others,
  are,
  none,
}: {
  readonly of: Named;
  readonly others: UseQueryResult<Listed<Named>>;
  readonly are: 'source' | 'destination';
  /** Shown if there are no sources or no destinations. */
  readonly none: ReactNode;
}) {
  const connections = useQuery(connectionsQuery);
  const { data } = others;
  const missing = missingOf<UseQueryResult>([others, connections]);
  const pairOf = (other: Named) =>
    are === 'source' ? { source: other, destination: of } : { source: of, destination: other };
  return (
    <Card title={texts[are].many}>
      {data === undefined || connections.data === undefined ? (
        <Loading query={missing ?? others} compact lines={3} />
      ) : data.rows.length === 0 ? (
        none
      ) : (
        <Table
          label={texts[are].many}
          rows={data.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              label: texts[are].one,
              cell: ({ id, name }) => (
                <Link to={are === 'source' ? '/sources/$id' : '/destinations/$id'} params={{ id }}>
                  {name}
                </Link>
              ),
            },
            { label: texts.type, wideOnly: true, cell: ({ type }) => type },
            {
              ...{ label: texts.connection, align: 'end' },
              cell: (other) => {
                const { source, destination } = pairOf(other);
                const connection = connections.data.rows.find(
                  (one) => one.sourceId === source.id && one.destinationId === destination.id,
                );
                return <ConnectionCell {...{ source, destination, connection }} />;
              },
            },
          ]}
        />
      )}
    </Card>
  );
}
