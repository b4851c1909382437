import { useMutation } from '@tanstack/react-query';
import { Cable, ChevronDown, CirclePause, Pause, Play, Unplug } from 'lucide-react';
import { useState } from 'react';
import {
  useConnections,
  type Connection,
  type Destination,
  type Source,
} from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { Button, ConfirmDialog, Menu, StatusBadge, toast } from '../../ui/index.js';
import styles from './connections.module.css';

/** Whether a source's events go to a destination, and the way to change that. */
export function ConnectionCell({
  source,
  destination,
  connection,
}: {
  readonly source: Pick<Source, 'id' | 'name'>;
  readonly destination: Pick<Destination, 'id' | 'name'>;
  readonly connection: Connection | undefined;
}) {
  const mayWrite = useMay()('catalog:write');
  const connections = useConnections();
  const [isAsking, setAsking] = useState(false);
  const pair = `${source.name} → ${destination.name}`;
  const change = useMutation({
    mutationFn: (request: () => Promise<unknown>) => request(),
    onError: (error) => toast.error(`${pair} was not changed`, error),
  });
  const isActive = connection?.enabled === true;
  if (!mayWrite) {
    if (connection === undefined) return <span className={styles.none}>–</span>;
    return <StatusBadge status={isActive ? 'connected' : 'paused'} />;
  }
  if (connection === undefined) {
    return (
      <Button
        variant="ghost"
        size="s"
        icon={Cable}
        pending={change.isPending}
        onClick={() => change.mutate(() => connections.connect(source.id, destination.id))}
      >
        Connect<span className="visually-hidden"> {pair}</span>
      </Button>
    );
  }
  return (
    <>
      <Menu
        trigger={
          <Button
            size="s"
            icon={isActive ? Cable : CirclePause}
            pending={change.isPending}
            className={isActive ? styles.active : styles.paused}
          >
            {isActive ? 'Connected' : 'Paused'}
            <span className="visually-hidden">: {pair}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          {
            label: isActive ? 'Pause' : 'Go on',
            icon: isActive ? Pause : Play,
            onSelect: () => change.mutate(() => connections.switch(connection.id, !isActive)),
          },
          {
            ...{ label: 'Disconnect…', icon: Unplug, danger: true },
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Disconnect ${pair}?`}
        consequence={`Events of ${source.name} go to ${destination.name} no more, from the data planes’ next look at the configuration on. What went there stays there. They can be connected again.`}
        confirmLabel="Disconnect"
        danger
        onConfirm={() => connections.disconnect(connection.id)}
      />
    </>
  );
}
