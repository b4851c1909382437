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
import { TEXTS } from './texts.js';

const { destinationsTab: texts } = TEXTS;

/**
 * Shows the connected destinations, and which version of the transformation each destination uses.
 */
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
      label: texts.destination,
      cell: (one) => (
        <Link to="/playground" search={{ destination: one.id, transformation: id }}>
          {one.name}
        </Link>
      ),
    },
    { label: texts.type, wideOnly: true, cell: ({ type }) => type },
    {
      label: texts.state,
      cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
    },
    {
      label: texts.version,
      cell: ({ transformation: link }) =>
        link && (
          <Badge tone={link.version === version ? 'success' : 'info'}>
            {TEXTS.version(link.version)}
          </Badge>
        ),
    },
    actionsColumn(
      (destination) =>
        mayWrite && (
          <Button
            size="s"
            variant="ghost"
            icon={Unplug}
            aria-label={texts.disconnectFrom(destination.name)}
            onClick={() => setAsking({ destination, to: 'disconnect' })}
          >
            {texts.disconnect}
          </Button>
        ),
    ),
  ];
  return (
    <Stack>
      {connected.length > 0 ? (
        <Table label={texts.label} columns={columns} rows={connected} rowKey={(one) => one.id} />
      ) : (
        <EmptyState icon={Cable} title={texts.none}>
          {texts.whatToDo}
        </EmptyState>
      )}
      {mayWrite && (
        <div className={styles.connect}>
          <Combobox
            label={texts.connectDestination}
            placeholder={texts.name}
            value={chosen}
            onChange={setChosen}
            options={all
              .filter(({ transformation: link }) => link?.id !== id)
              .map((one) => ({
                ...optionOf(one),
                ...(one.transformation && { hint: texts.hasOther(one.type) }),
              }))}
            empty={texts.noMatch}
          />
          <Button
            icon={Cable}
            disabled={target === undefined}
            onClick={() => {
              if (target !== undefined) setAsking({ destination: target, to: 'connect' });
            }}
          >
            {texts.connect}
          </Button>
        </div>
      )}
      {asking !== undefined && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(undefined)}
          title={
            asking.to === 'connect'
              ? texts.questionConnect(asking.destination.name)
              : texts.questionDisconnect(asking.destination.name)
          }
          consequence={
            asking.to === 'disconnect'
              ? texts.disconnects
              : asking.destination.transformation === undefined
                ? texts.connects(version)
                : `${texts.connects(version)} ${texts.replaces}`
          }
          confirmLabel={asking.to === 'connect' ? texts.connect : texts.disconnect}
          danger={asking.to === 'disconnect'}
          onConfirm={async () => {
            const connects = asking.to === 'connect';
            await destinations.transformBy(asking.destination.id, connects ? id : null);
            if (connects) setChosen(null);
            toast.success(connects ? texts.connected : texts.disconnected);
          }}
        />
      )}
    </Stack>
  );
}
