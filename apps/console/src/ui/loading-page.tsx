import { Loading, type PendingQuery } from './loading.js';
import { PageHeader, type Crumb } from './page-header.js';

/** The page of a record while the record is loading, or after loading failed. */
export function LoadingPage({
  title,
  crumbs = [],
  query,
}: {
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly query: PendingQuery;
}) {
  return (
    <>
      <PageHeader title={title} crumbs={crumbs} />
      <Loading query={query} lines={8} height={24} />
    </>
  );
}
