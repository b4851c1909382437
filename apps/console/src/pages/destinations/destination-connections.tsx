import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { connectionsQuery, sourcesQuery, type Destination } from '../../api/catalog.queries.js';
import { api, dataOf } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { Card, Combobox, ConfirmDialog, Loading, Stack, Table, toast } from '../../ui/index.js';
import { ConnectionCell } from '../../features/connections/connection-cell.js';
import styles from './destinations.module.css';

/** Which sources it gets events from, and what they go through before. */
export function DestinationConnections({ destination }: { readonly destination: Destination }) {
  const sources = useQuery(sourcesQuery);
  const connections = useQuery(connectionsQuery);
  return (
    <Stack>
      <Card title="Sources">
        {sources.data === undefined || connections.data === undefined ? (
          <Loading query={sources.data === undefined ? sources : connections} compact lines={3} />
        ) : sources.data.rows.length === 0 ? (
          <p className={styles.quiet}>
            There is no source yet. <Link to="/sources">Make one</Link>, then connect it here.
          </p>
        ) : (
          <Table
            label="Sources"
            rows={sources.data.rows}
            rowKey={({ id }) => id}
            columns={[
              {
                label: 'Source',
                cell: ({ id, name }) => (
                  <Link to="/sources/$id" params={{ id }}>
                    {name}
                  </Link>
                ),
              },
              { label: 'Type', wideOnly: true, cell: ({ type }) => type },
              {
                ...{ label: 'Connection', align: 'end' },
                cell: (source) => (
                  <ConnectionCell
                    source={source}
                    destination={destination}
                    connection={connections.data.rows.find(
                      (one) => one.sourceId === source.id && one.destinationId === destination.id,
                    )}
                  />
                ),
              },
            ]}
          />
        )}
      </Card>
      <Transformation destination={destination} />
    </Stack>
  );
}

function Transformation({ destination }: { readonly destination: Destination }) {
  const mayWrite = useMay()('catalog:write');
  const queries = useQueryClient();
  const { id, name } = destination;
  const present = destination.transformation?.id ?? null;
  const [wanted, setWanted] = useState<string | null>();
  const { data } = useQuery({
    queryKey: ['transformations', 'names'],
    queryFn: async ({ signal }) => {
      const page = await dataOf(api.GET('/transformations', { signal }));
      return page.transformations.map((one) => ({ value: one.id, label: one.name }));
    },
  });
  const change = useMutation({
    mutationFn: async (to: string | null) => {
      const params = { path: { id } };
      if (to === null) await api.DELETE('/v2/destinations/{id}/transformation', { params });
      else await api.PUT('/v2/destinations/{id}/transformation', { params, body: { id: to } });
      await queries.invalidateQueries({ queryKey: ['destinations'] });
    },
  });
  const nameOf = (one: string | null | undefined) =>
    data?.find(({ value }) => value === one)?.label ?? one ?? '';
  return (
    <Card title="Transformation">
      <div className={styles.form}>
        <p className={styles.quiet}>
          Code of your own that events go through before they get here.
        </p>
        {mayWrite ? (
          <Combobox
            label="Connected transformation"
            placeholder="None: events come as they are"
            options={data ?? []}
            value={present}
            onChange={setWanted}
            empty="No transformation of that name."
          />
        ) : (
          <p>{present === null ? 'None: events come as they are.' : nameOf(present)}</p>
        )}
      </div>
      <ConfirmDialog
        open={wanted !== undefined && wanted !== present}
        onOpenChange={() => setWanted(undefined)}
        title={wanted === null ? 'Disconnect the transformation?' : `Connect ${nameOf(wanted)}?`}
        consequence={
          wanted === null
            ? `Events reach ${name} as they are, with all that ${nameOf(present)} took out of them.`
            : `Events go through ${nameOf(wanted)}${present === null ? '' : `, and no more through ${nameOf(present)},`} before they reach ${name}.`
        }
        confirmLabel={wanted === null ? 'Disconnect' : 'Connect'}
        danger={wanted === null}
        onConfirm={async () => {
          await change.mutateAsync(wanted ?? null);
          toast.success(
            wanted === null ? 'Transformation disconnected' : 'Transformation connected',
          );
        }}
      />
    </Card>
  );
}
