import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMay } from '../../api/session.js';
import { termPage } from '../../lib/guides.js';
import { ButtonLink, Card, EmptyState, Loading, PageHeader, Stack } from '../../ui/index.js';
import { queuesQuery } from '../../api/deletions.js';
import { Jobs } from './jobs.js';
import { Queues } from './queues.js';
import { TEXTS } from './texts.js';

const { deletionsPage: texts } = TEXTS;

export default function DeletionsPage() {
  const may = useMay();
  const query = useQuery(queuesQuery);
  const { data } = query;
  return (
    <>
      <PageHeader
        title={texts.title}
        guide={termPage('deletion')}
        description={texts.description}
        request={{ path: '/v2/deletion-jobs/summary' }}
      />
      {data === undefined ? (
        <Loading query={query} lines={6} height={28} />
      ) : data.length === 0 ? (
        <EmptyState
          icon={Trash2}
          title={texts.none}
          action={
            may('regulations:delete') && (
              <ButtonLink to="/regulations/new" variant="primary">
                {texts.newRegulation}
              </ButtonLink>
            )
          }
        >
          {texts.whatTheyAre}
        </EmptyState>
      ) : (
        <Stack>
          <Queues queues={data} />
          <Card title={texts.jobs}>
            <Jobs queues={data} />
          </Card>
        </Stack>
      )}
    </>
  );
}
