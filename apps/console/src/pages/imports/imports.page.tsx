import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { importsQuery, type Import } from '../../api/imports.js';
import { useMay } from '../../api/session.js';
import { TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { formatNumber } from '../../lib/format-time.js';
import { termPage } from '../../lib/guides.js';
import { ListPage, Time, type Column } from '../../ui/index.js';
import { ImportBadge } from './import-badge.js';
import { TEXTS } from './texts.js';

const { importsPage: texts } = TEXTS;

const COLUMNS: readonly Column<Import>[] = [
  {
    label: texts.import,
    cell: ({ id, regulationType, dryRun }) => (
      <Link to="/imports/$id" params={{ id }}>
        {dryRun ? texts.checkOnly(TYPE_WORDS[regulationType]) : TYPE_WORDS[regulationType]}
      </Link>
    ),
  },
  { label: texts.state, cell: (one) => <ImportBadge of={one} far /> },
  { label: texts.rows, align: 'end', cell: ({ rows }) => formatNumber(rows) },
  { label: texts.refused, align: 'end', cell: ({ refused }) => formatNumber(refused) },
  { label: texts.createdBy, wideOnly: true, cell: ({ createdBy }) => createdBy },
  { label: texts.created, wideOnly: true, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

export default function ImportsPage() {
  const may = useMay();
  const mayCreate = may('regulations:suppress') || may('regulations:delete');
  return (
    <ListPage
      title={texts.title}
      guide={termPage('import')}
      description={texts.description}
      path="/v2/imports"
      query={useInfiniteQuery(importsQuery)}
      columns={COLUMNS}
      create={mayCreate && { label: texts.create, to: '/imports/new' }}
      icon={FileUp}
      empty={{
        title: texts.none,
        words: texts.howTo,
      }}
    />
  );
}
