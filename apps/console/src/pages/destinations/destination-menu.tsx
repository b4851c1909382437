import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { connectionsQuery, useDestinations, type Destination } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { queuesByIdQuery } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { openJobs } from '../../features/deletions/queue-health.js';
import { ConfirmDialog, ItemMenu, shared, toast } from '../../ui/index.js';

const route = getRouteApi('/destinations/$id');

/** Disables a destination, enables and deletes it, and says what comes of that. */
export function DestinationMenu({ read }: { readonly read: Versioned<Destination> }) {
  const { id, name, enabled, etag } = read;
  const destinations = useDestinations();
  const navigate = route.useNavigate();
  const may = useMay();
  const [asked, setAsked] = useState<'switch' | 'delete'>();
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: may('regulations:read') });
  const queue = queues?.[id];
  const waiting = queue === undefined ? 0 : openJobs(queue);
  const connected = connections?.rows.filter((one) => one.destinationId === id).length ?? 0;
  const close = () => setAsked(undefined);
  return (
    <>
      <ItemMenu enabled={enabled} onAsk={setAsked} />
      <ConfirmDialog
        open={asked === 'switch'}
        onOpenChange={close}
        title={enabled ? `Disable ${name}?` : `Enable ${name}?`}
        consequence={
          enabled
            ? 'Data planes send it no more events, from their next look at the configuration on. Deletions there go on: they are paused in the tab Deletions.'
            : `Data planes send it the events of ${connected === 1 ? '1 connected source' : `${connected} connected sources`}, from their next look at the configuration on.`
        }
        confirmLabel={enabled ? 'Disable' : 'Enable'}
        onConfirm={async () => {
          await destinations.change(id, etag, { enabled: !enabled });
          toast.success(enabled ? 'Destination disabled' : 'Destination enabled');
        }}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        consequence={
          <ul className={shared.list}>
            <li>
              {connected === 0
                ? 'No source is connected to it.'
                : `Its ${connected === 1 ? 'connection goes' : `${connected} connections go`} with it.`}
            </li>
            {waiting > 0 && (
              <li>
                <strong>
                  {waiting === 1
                    ? '1 deletion is open there'
                    : `${waiting} deletions are open there`}
                </strong>
                : those that wait are aborted, and what it has of these users stays. What a worker
                has in hand goes on.
              </li>
            )}
            <li>Its test cases go with it.</li>
            <li>What it has of users is not deleted by that.</li>
            <li>It can’t be taken back: its secrets are gone.</li>
          </ul>
        }
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          await destinations.remove(id, etag, () => navigate({ to: '/destinations' }));
          toast.success('Destination deleted');
        }}
      />
    </>
  );
}
