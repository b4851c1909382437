import { Loading, type Awaited } from './loading.js';
import { PageHeader, type Crumb } from './page-header.js';

/** A page of one record as long as it is not there, or why it is not. */
export function LoadingPage({
  title,
  crumbs = [],
  query,
}: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly query: Awaited;
}) {
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <Loading query={query} lines={8} height={24} />
    </>
  );
}
