import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { importsQuery, type Import } from '../../api/imports.js';
import { useMay } from '../../api/session.js';
import { TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { formatNumber } from '../../lib/format-time.js';
import { ListPage, Time, type Column } from '../../ui/index.js';
import { ImportBadge } from './import-badge.js';

const COLUMNS: readonly Column<Import>[] = [
  {
    label: 'Import',
    cell: ({ id, regulationType, dryRun }) => (
      <Link to="/imports/$id" params={{ id }}>
        {TYPE_WORDS[regulationType]}
        {dryRun && ', check only'}
      </Link>
    ),
  },
  { label: 'State', cell: (one) => <ImportBadge of={one} far /> },
  { label: 'Rows', align: 'end', cell: ({ rows }) => formatNumber(rows) },
  { label: 'Refused', align: 'end', cell: ({ refused }) => formatNumber(refused) },
  { label: 'By', wideOnly: true, cell: ({ createdBy }) => createdBy },
  { label: 'Created', wideOnly: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export default function ImportsPage() {
  const may = useMay();
  const mayCreate = may('regulations:suppress') || may('regulations:delete');
  return (
    <ListPage
      title="Imports"
      description="Files of users, of up to 100 MB: a regulation for each row."
      path="/v2/imports"
      query={useInfiniteQuery(importsQuery)}
      columns={COLUMNS}
      create={mayCreate && { label: 'New import', to: '/imports/new' }}
      icon={FileUp}
      empty={{
        title: 'Nothing was imported yet',
        words:
          'Export a table of user ids from where you have them, as CSV or NDJSON. You can have all rows checked before anything is made.',
      }}
    />
  );
}
