import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { ButtonLink, Card, EmptyState, Loading, PageHeader, Stack } from '../../ui/index.js';
import { queuesQuery } from '../../api/deletions.js';
import { Jobs } from './jobs.js';
import { Queues } from './queues.js';

export default function DeletionsPage() {
  const may = useMay();
  const query = useQuery(queuesQuery);
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Deletions"
        description="What destinations have to delete, and how far they are."
        request={{ path: '/v2/deletion-jobs/summary' }}
      />
      {data === undefined ? (
        <Loading query={query} lines={6} height={28} />
      ) : data.length === 0 ? (
        <EmptyState
          icon={Trash2}
          title="Nothing was ever to be deleted"
          action={
            may('regulations:delete') && (
              <ButtonLink to="/regulations/new" variant="primary">
                New regulation
              </ButtonLink>
            )
          }
        >
          A regulation that deletes makes a job at each destination that it names. They are shown
          here, with what became of them.
        </EmptyState>
      ) : (
        <Stack>
          <Queues queues={data} />
          <Card title="Jobs">
            <Jobs queues={data} />
          </Card>
        </Stack>
      )}
    </>
  );
}
