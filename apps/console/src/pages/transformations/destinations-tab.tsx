import { Link } from '@tanstack/react-router';
import { Cable, Unplug } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/session.js';
import {
  actionsColumn,
  Badge,
  Button,
  Combobox,
  ConfirmDialog,
  EmptyState,
  Stack,
  StatusBadge,
  Table,
  toast,
  type Column,
} from '../../ui/index.js';
import styles from './transformation.module.css';
import { optionOf, useDestinations, type Destination } from '../../api/catalog.js';
import type { Transformation } from '../../api/transformations.js';

/** Where it runs, and in which version. */
export function DestinationsTab({
  transformation,
  connected,
  all,
}: {
  readonly transformation: Transformation;
  readonly connected: readonly Destination[];
  readonly all: readonly Destination[];
}) {
  const { id, version } = transformation;
  const mayWrite = useMay()('catalog:write');
  const destinations = useDestinations();
  const [chosen, setChosen] = useState<string | null>(null);
  const [asking, setAsking] = useState<{
    readonly destination: Destination;
    readonly to: 'connect' | 'disconnect';
  }>();
  const target = all.find((one) => one.id === chosen);
  const columns: readonly Column<Destination>[] = [
    {
      label: 'Destination',
      cell: (one) => (
        <Link to="/playground" search={{ destination: one.id, transformation: id }}>
          {one.name}
        </Link>
      ),
    },
    { label: 'Type', wideOnly: true, cell: ({ type }) => type },
    {
      label: 'State',
      cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
    },
    {
      label: 'Runs',
      cell: ({ transformation: link }) => (
        <Badge tone={link?.version === version ? 'success' : 'info'}>v{link?.version}</Badge>
      ),
    },
    actionsColumn(
      (destination) =>
        mayWrite && (
          <Button
            size="s"
            variant="ghost"
            icon={Unplug}
            aria-label={`Disconnect from ${destination.name}`}
            onClick={() => setAsking({ destination, to: 'disconnect' })}
          >
            Disconnect
          </Button>
        ),
    ),
  ];
  return (
    <Stack>
      {connected.length > 0 ? (
        <Table
          label="Destinations that it runs for"
          columns={columns}
          rows={connected}
          rowKey={(one) => one.id}
        />
      ) : (
        <EmptyState icon={Cable} title="It runs for no destination">
          Connected to a destination, it runs for each event on its way there.
        </EmptyState>
      )}
      {mayWrite && (
        <div className={styles.connect}>
          <Combobox
            label="Connect a destination"
            placeholder="Name of a destination"
            value={chosen}
            onChange={setChosen}
            options={all
              .filter(({ transformation: link }) => link?.id !== id)
              .map((one) => ({
                ...optionOf(one),
                ...(one.transformation && { hint: `${one.type}, has another transformation` }),
              }))}
            empty="There is no other destination of that name."
          />
          <Button
            icon={Cable}
            disabled={target === undefined}
            onClick={() => {
              if (target !== undefined) setAsking({ destination: target, to: 'connect' });
            }}
          >
            Connect
          </Button>
        </div>
      )}
      {asking !== undefined && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(undefined)}
          title={
            asking.to === 'connect'
              ? `Connect it to ${asking.destination.name}?`
              : `Disconnect it from ${asking.destination.name}?`
          }
          consequence={
            asking.to === 'disconnect'
              ? 'Events go there as they came, within 5 seconds.'
              : `Version ${version} runs for each event on its way there, within 5 seconds.${
                  asking.destination.transformation === undefined
                    ? ''
                    : ' It takes the place of the transformation that runs there now.'
                }`
          }
          confirmLabel={asking.to === 'connect' ? 'Connect' : 'Disconnect'}
          danger={asking.to === 'disconnect'}
          onConfirm={async () => {
            const connects = asking.to === 'connect';
            await destinations.transformBy(asking.destination.id, connects ? id : null);
            if (connects) setChosen(null);
            toast.success(connects ? 'Connected' : 'Disconnected');
          }}
        />
      )}
    </Stack>
  );
}
