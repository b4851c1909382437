import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { transformationQuery } from '../../api/transformations.js';
import { LoadingPage } from '../../ui/index.js';
import { TransformationEditor } from './transformation-editor.js';

const route = getRouteApi('/transformations/$id');
const CRUMBS = [{ label: 'Transformations', to: '/transformations' }] as const;

export default function TransformationPage() {
  const { id } = route.useParams();
  const query = useQuery(transformationQuery(id));
  if (query.data !== undefined) return <TransformationEditor key={id} present={query.data} />;
  return <LoadingPage title="Transformation" crumbs={CRUMBS} query={query} />;
}
