import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, RadioTower } from 'lucide-react';
import { useMemo, useState } from 'react';
import { connectionsQuery, sourcesQuery } from '../../api/catalog.queries.js';
import { useMay } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Button,
  CurlButton,
  EmptyState,
  Loading,
  PageHeader,
  StatusBadge,
  TextField,
  Time,
  Toolbar,
  VirtualTable,
} from '../../ui/index.js';
import styles from '../destinations/destinations.module.css';
import { NewSource } from './new-source.js';
import { WriteKey } from './write-key.js';

const route = getRouteApi('/sources');

export default function SourcesPage() {
  const { q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay()('catalog:write');
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(sourcesQuery);
  const { data } = query;
  const { data: connections } = useQuery(connectionsQuery);
  const rows = useMemo(
    () =>
      (data?.rows ?? []).filter(({ name, type }) =>
        `${name} ${type}`.toLowerCase().includes(q.toLowerCase()),
      ),
    [data, q],
  );
  const startMaking = () => setMaking(true);
  useCommands(
    mayWrite
      ? [
          {
            ...{ id: 'sources:new', label: 'New source', group: 'This page' },
            ...{ icon: Plus, keys: ['c'], run: startMaking },
          },
        ]
      : [],
  );
  const make = mayWrite && (
    <Button variant="primary" icon={Plus} onClick={startMaking}>
      New source
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Sources"
        description="Where events of users come from. Each has a key that its events are sent with."
        actions={
          <>
            <CurlButton request={{ path: '/v2/sources' }} />
            {(data?.total ?? 0) > 0 && make}
          </>
        }
      />
      {data === undefined ? (
        <Loading query={query} lines={5} height={28} />
      ) : data.total === 0 ? (
        <EmptyState icon={RadioTower} title="No source yet" action={make}>
          A source is a website, an app or a server that sends events. Make one, and put its write
          key where the events are made.
        </EmptyState>
      ) : (
        <>
          <Toolbar label="Filters">
            <div className={styles.find}>
              <TextField
                label="Find by name or type"
                hideLabel
                type="search"
                placeholder="Find by name or type"
                value={q}
                onChange={(next) =>
                  void navigate({ search: next === '' ? {} : { q: next }, replace: true })
                }
              />
            </div>
          </Toolbar>
          {rows.length === 0 ? (
            <p className={styles.quiet}>No source has this in its name or type.</p>
          ) : (
            <VirtualTable
              label="Sources"
              rows={rows}
              rowKey={({ id }) => id}
              onOpen={({ id }) => void navigate({ to: '/sources/$id', params: { id } })}
              columns={[
                {
                  ...{ label: 'Name', width: 'minmax(120px, 1.5fr)' },
                  cell: ({ id, name }) => (
                    <Link to="/sources/$id" params={{ id }}>
                      {name}
                    </Link>
                  ),
                },
                {
                  label: 'Type',
                  width: 'minmax(90px, 1fr)',
                  wideOnly: true,
                  cell: ({ type }) => type,
                },
                {
                  ...{ label: 'State', width: '100px' },
                  cell: ({ enabled }) => <StatusBadge status={enabled ? 'enabled' : 'disabled'} />,
                },
                ...(mayWrite
                  ? [
                      {
                        ...{ label: 'Write key', width: 'minmax(130px, 1.6fr)' },
                        cell: ({ writeKey }: { writeKey?: string }) => (
                          <WriteKey value={writeKey} />
                        ),
                      },
                    ]
                  : []),
                {
                  ...{ label: 'Destinations', width: '100px', align: 'end', wideOnly: true },
                  cell: ({ id }) =>
                    connections?.rows.filter(({ sourceId }) => sourceId === id).length,
                },
                {
                  ...{ label: 'Created', width: '130px', wideOnly: true },
                  cell: ({ createdAt }) => <Time value={createdAt} />,
                },
              ]}
              summary={`${formatNumber(rows.length)} of ${formatNumber(data.total)} shown`}
            />
          )}
        </>
      )}
      <NewSource open={isMaking} onOpenChange={setMaking} />
    </>
  );
}
