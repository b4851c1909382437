import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { connectionsQuery, type Destination, type Source } from '../../api/catalog.js';
import type { Listed } from '../../api/pages.js';
import { Card, Loading, missingOf, Table } from '../../ui/index.js';
import { ConnectionCell } from './connection-cell.js';

type Named = Pick<Source | Destination, 'id' | 'name' | 'type'>;

/** All destinations with their connections to one source, or all sources with theirs to one destination. */
export function ConnectionsOf({
  of,
  others,
  are,
  none,
}: {
  readonly of: Named;
  readonly others: UseQueryResult<Listed<Named>>;
  readonly are: 'Source' | 'Destination';
  /** What stands there where there are no others. */
  readonly none: ReactNode;
}) {
  const connections = useQuery(connectionsQuery);
  const { data } = others;
  const missing = missingOf<UseQueryResult>([others, connections]);
  const pairOf = (other: Named) =>
    are === 'Source' ? { source: other, destination: of } : { source: of, destination: other };
  return (
    <Card title={`${are}s`}>
      {data === undefined || connections.data === undefined ? (
        <Loading query={missing ?? others} compact lines={3} />
      ) : data.rows.length === 0 ? (
        none
      ) : (
        <Table
          label={`${are}s`}
          rows={data.rows}
          rowKey={({ id }) => id}
          columns={[
            {
              label: are,
              cell: ({ id, name }) => (
                <Link to={are === 'Source' ? '/sources/$id' : '/destinations/$id'} params={{ id }}>
                  {name}
                </Link>
              ),
            },
            { label: 'Type', wideOnly: true, cell: ({ type }) => type },
            {
              ...{ label: 'Connection', align: 'end' },
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
