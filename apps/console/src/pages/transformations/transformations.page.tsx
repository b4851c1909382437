import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Braces, LibraryBig } from 'lucide-react';
import { useMemo } from 'react';
import { allDestinationsQuery, runsFor, type Destination } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { transformationsQuery, type Transformation } from '../../api/transformations.js';
import { termPage } from '../../lib/guides.js';
import { Badge, ButtonLink, ListPage, Time, type Column } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { transformationsPage: texts } = TEXTS;

export default function TransformationsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const { data: destinations } = useQuery(allDestinationsQuery);
  return (
    <ListPage
      title={texts.title}
      guide={termPage('transformation')}
      description={texts.description}
      path="/transformations"
      query={useInfiniteQuery(transformationsQuery)}
      columns={useMemo(() => columnsWith(destinations), [destinations])}
      actions={
        <ButtonLink to="/libraries" icon={LibraryBig}>
          {texts.libraries}
        </ButtonLink>
      }
      create={may('catalog:write') && { label: texts.create, to: '/transformations/new' }}
      onOpen={({ id }) => void navigate({ to: '/transformations/$id', params: { id } })}
      summary={(shown, { total = shown }) =>
        total > shown ? texts.shownOf(shown, total) : texts.shown(shown)
      }
      icon={Braces}
      empty={{
        title: texts.none,
        words: texts.whatTheyAre,
      }}
    />
  );
}

function columnsWith(
  destinations: readonly Destination[] | undefined,
): readonly Column<Transformation>[] {
  return [
    {
      ...{ label: texts.name, width: 'minmax(150px, 1.4fr)' },
      cell: ({ id, name }) => (
        <Link to="/transformations/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    {
      ...{ label: texts.version, width: '84px' },
      cell: ({ version }) => <Badge>{TEXTS.version(version)}</Badge>,
    },
    {
      ...{ label: texts.runsFor, width: 'minmax(140px, 2fr)' },
      cell: ({ id }) => {
        if (destinations === undefined) return texts.loading;
        const names = runsFor(destinations, id).map(({ name }) => name);
        if (names.length === 0) return <Badge>{texts.notConnected}</Badge>;
        const [first = '', second = '', ...more] = names;
        return more.length > 0 ? texts.andMore(first, second, more.length) : names.join(', ');
      },
    },
    {
      ...{ label: texts.changed, width: '130px', wideOnly: true },
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
}
