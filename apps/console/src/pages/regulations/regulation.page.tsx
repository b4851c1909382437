import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import {
  Card,
  Copyable,
  CurlButton,
  ErrorState,
  Facts,
  Masked,
  PageHeader,
  Skeleton,
  Stack,
  StatusBadge,
  Timeline,
  type TimelineEntry,
} from '../../ui/index.js';
import { maskUserId, TYPE_WORDS } from './regulation-words.js';
import { regulationQuery } from './regulations.queries.js';

const route = getRouteApi('/regulations/$id');

export default function RegulationPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(regulationQuery(id));
  return (
    <>
      <PageHeader
        title="Regulation"
        heading={data && TYPE_WORDS[data.regulationType]}
        crumbs={[{ label: 'Regulations', to: '/regulations' }]}
        badge={data && <StatusBadge status={data.status} />}
        actions={<CurlButton request={{ path: `/v2/regulations/${encodeURIComponent(id)}` }} />}
      />
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Stack>
          <Card title="What it is">
            <Facts
              facts={[
                ['Id', <Copyable key="id" text={data.id} label="Copy the id" />],
                [
                  'User',
                  <Masked
                    key="user"
                    masked={maskUserId(data.attributes.userId)}
                    value={data.attributes.userId}
                  />,
                ],
                ['Created by', data.createdBy],
                ['Reason', data.reason],
                ['Canceled by', data.canceledBy],
                ['Reason of the cancel', data.cancelReason],
              ]}
            />
          </Card>
          <Card title="What happened">
            <Timeline label="What happened" entries={entriesOf(data)} />
          </Card>
        </Stack>
      )}
    </>
  );
}

function entriesOf({
  createdAt,
  canceledAt,
  deletions = [],
}: Schemas['RegulationDetailDto']): TimelineEntry[] {
  return [
    { key: 'created', title: 'Created', time: createdAt, tone: 'info' },
    ...deletions.map((one): TimelineEntry => ({
      key: one.destinationId,
      title: (
        <>
          {one.destinationId} <StatusBadge status={one.status} />
        </>
      ),
      time: one.finishedAt ?? one.startedAt,
      tone: one.status === 'complete' ? 'success' : one.status === 'aborted' ? 'danger' : 'neutral',
      isAhead: one.status === 'pending',
      children: one.reason,
    })),
    ...(canceledAt === null
      ? []
      : [{ key: 'canceled', title: 'Canceled', time: canceledAt, tone: 'warning' } as const]),
  ];
}
