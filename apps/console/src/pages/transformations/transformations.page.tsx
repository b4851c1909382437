import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Braces, LibraryBig } from 'lucide-react';
import { useMemo } from 'react';
import { allDestinationsQuery, runsFor, type Destination } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import { transformationsQuery, type Transformation } from '../../api/transformations.js';
import { formatNumber } from '../../lib/format-time.js';
import { Badge, ButtonLink, ListPage, Time, type Column } from '../../ui/index.js';

export default function TransformationsPage() {
  const navigate = useNavigate();
  const may = useMay();
  const { data: destinations } = useQuery(allDestinationsQuery);
  return (
    <ListPage
      title="Transformations"
      description="JavaScript that changes or drops events on their way to destinations."
      path="/transformations"
      query={useInfiniteQuery(transformationsQuery)}
      columns={useMemo(() => columnsWith(destinations), [destinations])}
      actions={
        <ButtonLink to="/libraries" icon={LibraryBig}>
          Libraries
        </ButtonLink>
      }
      create={may('catalog:write') && { label: 'New transformation', to: '/transformations/new' }}
      onOpen={({ id }) => void navigate({ to: '/transformations/$id', params: { id } })}
      summary={(shown, { total = shown }) =>
        `${formatNumber(shown)}${total > shown ? ` of ${formatNumber(total)}` : ''} ${total === 1 ? 'transformation' : 'transformations'}`
      }
      icon={Braces}
      empty={{
        title: 'No transformation yet',
        words:
          'A transformation takes an event and returns it changed, several, or nothing. Write one, try it on an example, then connect it to a destination.',
      }}
    />
  );
}

function columnsWith(
  destinations: readonly Destination[] | undefined,
): readonly Column<Transformation>[] {
  return [
    {
      ...{ label: 'Name', width: 'minmax(150px, 1.4fr)' },
      cell: ({ id, name }) => (
        <Link to="/transformations/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { label: 'Version', width: '84px', cell: ({ version }) => <Badge>v{version}</Badge> },
    {
      ...{ label: 'Runs for', width: 'minmax(140px, 2fr)' },
      cell: ({ id }) => {
        if (destinations === undefined) return '…';
        const names = runsFor(destinations, id).map(({ name }) => name);
        if (names.length === 0) return <Badge>Not connected</Badge>;
        const [first, second, ...more] = names;
        return more.length > 0 ? `${first}, ${second} and ${more.length} more` : names.join(', ');
      },
    },
    {
      ...{ label: 'Changed', width: '130px', wideOnly: true },
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
}
