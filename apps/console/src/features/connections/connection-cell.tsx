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
import { TEXTS } from './texts.js';

const { connectionCell: texts } = TEXTS;

/** Shows the connection of a source and a destination, with a menu to change it. */
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
  const pair = texts.pair(source.name, destination.name);
  const change = useMutation({
    mutationFn: (request: () => Promise<unknown>) => request(),
    onError: (error) => toast.error(texts.notChanged(pair), error),
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
        {texts.connect}
        <span className="visually-hidden"> {pair}</span>
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
            {isActive ? texts.connected : texts.paused}
            <span className="visually-hidden">: {pair}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          {
            label: isActive ? texts.pause : texts.resume,
            icon: isActive ? Pause : Play,
            onSelect: () => change.mutate(() => connections.switch(connection.id, !isActive)),
          },
          {
            ...{ label: texts.disconnecting, icon: Unplug, danger: true },
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.question(pair)}
        consequence={texts.consequence(source.name, destination.name)}
        confirmLabel={texts.disconnect}
        danger
        onConfirm={() => connections.disconnect(connection.id)}
      />
    </>
  );
}
