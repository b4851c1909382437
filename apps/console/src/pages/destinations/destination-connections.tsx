import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sourcesQuery, useDestinations, type Destination } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { transformationNamesQuery } from '../../api/transformations.js';
import { ConnectionsOf } from '../../features/connections/connections-of.js';
import { Card, Combobox, ConfirmDialog, shared, Stack, toast } from '../../ui/index.js';

/** Which sources it gets events from, and what they go through before. */
export function DestinationConnections({ destination }: { readonly destination: Destination }) {
  const sources = useQuery(sourcesQuery);
  return (
    <Stack>
      <ConnectionsOf
        of={destination}
        others={sources}
        are="Source"
        none={
          <p className={shared.quiet}>
            There is no source yet. <Link to="/sources">Make one</Link>, then connect it here.
          </p>
        }
      />
      <Transformation destination={destination} />
    </Stack>
  );
}

function Transformation({ destination }: { readonly destination: Destination }) {
  const mayWrite = useMay()('catalog:write');
  const destinations = useDestinations();
  const { id, name } = destination;
  const present = destination.transformation?.id ?? null;
  const [wanted, setWanted] = useState<string | null>();
  const { data } = useQuery(transformationNamesQuery);
  const nameOf = (one: string | null | undefined) =>
    data?.find(({ value }) => value === one)?.label ?? one ?? '';
  return (
    <Card title="Transformation">
      <div className={shared.form}>
        <p className={shared.quiet}>
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
          await destinations.transformBy(id, wanted ?? null);
          toast.success(
            wanted === null ? 'Transformation disconnected' : 'Transformation connected',
          );
        }}
      />
    </Card>
  );
}
