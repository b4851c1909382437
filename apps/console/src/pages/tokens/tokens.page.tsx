import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { useMe } from '../../api/session.js';
import { useCommands } from '../../lib/commands.js';
import {
  Badge,
  Button,
  CurlButton,
  EmptyState,
  IconButton,
  Loading,
  LoadMore,
  PageHeader,
  StatusBadge,
  Table,
  Time,
  Tooltip,
} from '../../ui/index.js';
import { LIFETIME_COLUMNS } from '../../features/access/credential-columns.js';
import { NewToken } from './new-token.js';
import { RevokeToken } from './revoke-token.js';
import { sayScopes } from '../../features/access/scope-words.js';
import { StateFilter } from '../../features/access/state-filter.js';
import { stateQuery } from '../../features/access/state.search.js';
import styles from './tokens.module.css';

type Token = Schemas['TokenDto'];

const route = getRouteApi('/tokens');

export default function TokensPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const own = useMe().token;
  const [isMaking, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  const state = stateQuery(search);
  const list = useInfiniteQuery({
    queryKey: ['tokens', search],
    queryFn: ({ pageParam, signal }) =>
      dataOf(api.GET('/v2/tokens', { params: { query: { ...state, page: pageParam } }, signal })),
    initialPageParam: 1,
    getNextPageParam: ({ paging }, _pages, page) => (paging.next === undefined ? null : page + 1),
  });
  const rows = list.data?.pages.flatMap(({ tokens }) => tokens) ?? [];
  const startMaking = () => setMaking(true);
  useCommands([
    {
      ...{ id: 'tokens:new', label: 'New token', group: 'This page' },
      ...{ icon: Plus, keys: ['c'], run: startMaking },
    },
  ]);
  return (
    <>
      <PageHeader
        title="Tokens"
        description="What people and scripts sign in with. Each does no more than its scopes say."
        actions={
          <>
            <CurlButton
              request={{ path: `/v2/tokens${state.state ? `?state=${state.state}` : ''}` }}
            />
            <Button variant="primary" icon={Plus} onClick={startMaking}>
              New token
            </Button>
          </>
        }
      />
      <StateFilter search={search} onChange={(next) => void navigate({ search: next })} />
      {list.data === undefined ? (
        <Loading query={list} lines={5} height={28} />
      ) : rows.length === 0 ? (
        <EmptyState icon={KeyRound} title="None in this state">
          Tokens that have expired or were revoked are listed by name for good: regulations remember
          who created them.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Tokens"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                label: 'Name',
                cell: ({ id, name, email }) => (
                  <>
                    <span className={styles.name}>
                      {name} {id === own.id && <Badge tone="info">You</Badge>}
                    </span>
                    <span className={styles.sub}>{email}</span>
                  </>
                ),
              },
              {
                label: 'State',
                cell: (token) => <StatusBadge status={token.state} />,
              },
              {
                label: 'Scopes',
                cell: ({ scopes }) => (
                  <Tooltip text={scopes.join(', ')}>
                    <span tabIndex={0}>{sayScopes(scopes)}</span>
                  </Tooltip>
                ),
              },
              {
                label: 'Last used',
                wideOnly: true,
                cell: ({ lastUsedAt }) => <Time value={lastUsedAt} />,
              },
              ...LIFETIME_COLUMNS,
              {
                ...{ label: 'Actions', hideLabel: true, align: 'end' },
                cell: (token) =>
                  token.state === 'active' && (
                    <IconButton
                      icon={Trash2}
                      size="s"
                      label={`Revoke ${token.name}`}
                      onClick={() => setRevoking(token)}
                    />
                  ),
              },
            ]}
          />
          <LoadMore
            shown={rows.length}
            total={list.data.pages[0]?.paging.total}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoad={() => void list.fetchNextPage()}
          />
        </>
      )}
      <NewToken open={isMaking} onOpenChange={setMaking} />
      <RevokeToken token={revoking} onClose={() => setRevoking(undefined)} />
    </>
  );
}
