import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Loading, PageHeader } from '../../ui/index.js';
import { TransformationEditor } from './transformation-editor.js';
import { transformationQuery } from './transformations.queries.js';

const route = getRouteApi('/transformations/$id');

export default function TransformationPage() {
  const { id } = route.useParams();
  const query = useQuery(transformationQuery(id));
  const { data } = query;
  if (data !== undefined) return <TransformationEditor key={id} present={data} />;
  return (
    <>
      <PageHeader
        title="Transformation"
        crumbs={[{ label: 'Transformations', to: '/transformations' }]}
      />
      <Loading query={query} lines={8} />
    </>
  );
}
