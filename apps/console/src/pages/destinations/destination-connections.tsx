import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sourcesQuery, useDestinations, type Destination } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { transformationNamesQuery } from '../../api/transformations.js';
import { ConnectionsOf } from '../../features/connections/connections-of.js';
import { Card, Combobox, ConfirmDialog, shared, Stack, toast } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { destinationConnections: texts } = TEXTS;

/** Shows the sources and the transformation of a destination. */
export function DestinationConnections({ destination }: { readonly destination: Destination }) {
  const sources = useQuery(sourcesQuery);
  return (
    <Stack>
      <ConnectionsOf
        of={destination}
        others={sources}
        are="source"
        none={
          <p className={shared.quiet}>
            {texts.noSources} <Link to="/sources">{texts.createSource}</Link>
            {texts.thenConnect}
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
    <Card title={texts.transformation}>
      <div className={shared.form}>
        <p className={shared.quiet}>{texts.whatItIs}</p>
        {mayWrite ? (
          <Combobox
            label={texts.connected}
            placeholder={texts.none}
            options={data ?? []}
            value={present}
            onChange={setWanted}
            empty={texts.noMatch}
          />
        ) : (
          <p>{present === null ? texts.none : nameOf(present)}</p>
        )}
      </div>
      <ConfirmDialog
        open={wanted !== undefined && wanted !== present}
        onOpenChange={() => setWanted(undefined)}
        title={wanted === null ? texts.questionDisconnect : texts.questionConnect(nameOf(wanted))}
        consequence={
          wanted === null
            ? texts.disconnects(name, nameOf(present))
            : present === null
              ? texts.connects(name, nameOf(wanted))
              : texts.replaces(name, nameOf(wanted), nameOf(present))
        }
        confirmLabel={wanted === null ? texts.disconnect : texts.connect}
        danger={wanted === null}
        onConfirm={async () => {
          await destinations.transformBy(id, wanted ?? null);
          toast.success(wanted === null ? texts.didDisconnect : texts.didConnect);
        }}
      />
    </Card>
  );
}
