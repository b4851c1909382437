import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { connectionsQuery, useDestinations, type Destination } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { queuesByIdQuery } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { openJobs } from '../../features/deletions/queue-health.js';
import { ItemMenu, toast } from '../../ui/index.js';

const route = getRouteApi('/destinations/$id');

/** Disables a destination, enables and deletes it, and says what comes of that. */
export function DestinationMenu({ destination }: { readonly destination: Versioned<Destination> }) {
  const { id, name, enabled, etag } = destination;
  const destinations = useDestinations();
  const navigate = route.useNavigate();
  const may = useMay();
  const { data: connections } = useQuery(connectionsQuery);
  const { data: queues } = useQuery({ ...queuesByIdQuery, enabled: may('regulations:read') });
  const waiting = openJobs(queues?.[id]);
  const connected = connections?.rows.filter((one) => one.destinationId === id).length ?? 0;
  return (
    <ItemMenu
      {...{ name, enabled }}
      disabling="Data planes send it no more events, from their next look at the configuration on. Deletions there go on: they are paused in the tab Deletions."
      enabling={`Data planes send it the events of ${connected === 1 ? '1 connected source' : `${connected} connected sources`}, from their next look at the configuration on.`}
      onSwitch={async (next) => {
        await destinations.change(id, etag, { enabled: next });
        toast.success(next ? 'Destination enabled' : 'Destination disabled');
      }}
      deleting={
        <>
          <li>
            {connected === 0
              ? 'No source is connected to it.'
              : `Its ${connected === 1 ? 'connection goes' : `${connected} connections go`} with it.`}
          </li>
          {waiting > 0 && (
            <li>
              <strong>
                {waiting === 1 ? '1 deletion is open there' : `${waiting} deletions are open there`}
              </strong>
              : those that wait are aborted, and what it has of these users stays. What a worker has
              in hand goes on.
            </li>
          )}
          <li>Its test cases go with it.</li>
          <li>What it has of users is not deleted by that.</li>
          <li>It can’t be taken back: its secrets are gone.</li>
        </>
      }
      onDelete={async () => {
        await destinations.remove(id, etag, () => navigate({ to: '/destinations' }));
        toast.success('Destination deleted');
      }}
    />
  );
}
