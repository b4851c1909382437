import { useQuery } from '@tanstack/react-query';
import type { Destination } from '../../api/catalog.js';
import type { Definition } from '../../api/definitions.js';
import { queuesByIdQuery, type JobStatus } from '../../api/deletions.js';
import { Card, Loading, shared, Stack } from '../../ui/index.js';
import { DestinationJobs } from './destination-jobs.js';
import { QueueCard } from './queue-card.js';
import { WhatItDeletes } from './what-it-deletes.js';

/** The queue of deletions at one destination: how it fares, pause and resume, its jobs with their reasons. */
export function DestinationDeletions({
  destination: { id },
  definition,
  status,
  onStatus,
}: {
  readonly destination: Destination;
  readonly definition: Definition;
  readonly status: JobStatus | undefined;
  readonly onStatus: (status: JobStatus | undefined) => void;
}) {
  const query = useQuery(queuesByIdQuery);
  const { data: queues } = query;
  return (
    <Stack>
      <div className={shared.columns}>
        {queues !== undefined ? (
          <QueueCard id={id} queue={queues[id]} />
        ) : (
          <Card title="Queue">
            <Loading query={query} lines={4} compact />
          </Card>
        )}
        <WhatItDeletes definition={definition} />
      </div>
      <DestinationJobs id={id} status={status} onStatus={onStatus} />
    </Stack>
  );
}
