import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { connectionsQuery, useDestinations, type Destination } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { queuesByIdQuery } from '../../api/deletions.js';
import { useMay } from '../../api/session.js';
import { openJobs } from '../../features/deletions/queue-health.js';
import { ItemMenu, toast } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/destinations/$id');
const { destinationMenu: texts } = TEXTS;

/** Enables, disables and deletes a destination. Shows the consequences before each action. */
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
      disabling={texts.disabling}
      enabling={texts.enabling(connected)}
      onSwitch={async (next) => {
        await destinations.change(id, etag, { enabled: next });
        toast.success(next ? texts.enabled : texts.disabled);
      }}
      deleting={
        <>
          <li>
            {connected === 0 ? texts.deleting.noConnection : texts.deleting.connections(connected)}
          </li>
          {waiting > 0 && (
            <li>
              <strong>{texts.deleting.openDeletions(waiting)}</strong> {texts.deleting.whatHappens}
            </li>
          )}
          <li>{texts.deleting.testCases}</li>
          <li>{texts.deleting.data}</li>
          <li>{texts.deleting.final}</li>
        </>
      }
      onDelete={async () => {
        await destinations.remove(id, etag, () => navigate({ to: '/destinations' }));
        toast.success(texts.deleted);
      }}
    />
  );
}
