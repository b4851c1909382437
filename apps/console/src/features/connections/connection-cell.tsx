import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Cable, ChevronDown, CirclePause, Pause, Play, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { Connection, Destination, Source } from '../../api/catalog.queries.js';
import { api } from '../../api/client.js';
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
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const pair = `${source.name} → ${destination.name}`;
  const change = useMutation({
    mutationFn: async (request: () => Promise<unknown>) => {
      await request();
      await queries.invalidateQueries({ queryKey: ['connections'] });
    },
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
        onClick={() =>
          change.mutate(() =>
            api.POST('/v2/connections', {
              body: { sourceId: source.id, destinationId: destination.id, enabled: true },
            }),
          )
        }
      >
        Connect<span className="visually-hidden"> {pair}</span>
      </Button>
    );
  }
  const params = { path: { id: connection.id } };
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
        groups={[
          {
            items: [
              {
                label: isActive ? 'Pause' : 'Go on',
                icon: isActive ? Pause : Play,
                onSelect: () =>
                  change.mutate(() =>
                    api.PATCH('/v2/connections/{id}', { params, body: { enabled: !isActive } }),
                  ),
              },
              {
                ...{ label: 'Disconnect…', icon: Unplug, danger: true },
                onSelect: () => setAsking(true),
              },
            ],
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
        onConfirm={async () => {
          await api.DELETE('/v2/connections/{id}', { params });
          await queries.invalidateQueries({ queryKey: ['connections'] });
        }}
      />
    </>
  );
}
