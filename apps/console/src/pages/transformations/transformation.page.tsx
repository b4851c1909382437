import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ErrorState, PageHeader, Skeleton } from '../../ui/index.js';
import { TransformationEditor } from './transformation-editor.js';
import { transformationQuery } from './transformations.queries.js';

const route = getRouteApi('/transformations/$id');

export default function TransformationPage() {
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(transformationQuery(id));
  if (data !== undefined) return <TransformationEditor key={id} present={data} />;
  return (
    <>
      <PageHeader
        title="Transformation"
        crumbs={[{ label: 'Transformations', to: '/transformations' }]}
      />
      {error === null ? (
        <Skeleton lines={8} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}
