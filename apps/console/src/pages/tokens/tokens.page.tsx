import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { revokeToken, stateQuery, tokensQuery, useTokens, type Token } from '../../api/access.js';
import { useMe } from '../../api/session.js';
import { LIFETIME_COLUMNS, revokeColumn } from '../../features/access/credential-columns.js';
import { sayScopes } from '../../features/access/scope-words.js';
import { StateFilter } from '../../features/access/state-filter.js';
import { pathWith } from '../../lib/search.js';
import {
  Badge,
  ConfirmDialog,
  ListPage,
  StatusBadge,
  Time,
  toast,
  Tooltip,
  type Column,
  shared,
} from '../../ui/index.js';
import { NewToken } from './new-token.js';
import styles from './tokens.module.css';

const route = getRouteApi('/tokens');

export default function TokensPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const own = useMe().token;
  const [isMaking, setMaking] = useState(false);
  const tokens = useTokens();
  const [revoking, setRevoking] = useState<Token>();
  const isOwn = revoking?.id === own.id;
  const columns: readonly Column<Token>[] = [
    {
      label: 'Name',
      cell: ({ id, name, email }) => (
        <>
          <span className={styles.name}>
            {name} {id === own.id && <Badge tone="info">You</Badge>}
          </span>
          <span className={shared.sub}>{email}</span>
        </>
      ),
    },
    { label: 'State', cell: ({ state }) => <StatusBadge status={state} /> },
    {
      label: 'Scopes',
      cell: ({ scopes }) => (
        <Tooltip text={scopes.join(', ')}>
          <span tabIndex={0}>{sayScopes(scopes)}</span>
        </Tooltip>
      ),
    },
    { label: 'Last used', wideOnly: true, cell: ({ lastUsedAt }) => <Time value={lastUsedAt} /> },
    ...LIFETIME_COLUMNS,
    revokeColumn<Token>(setRevoking),
  ];
  return (
    <>
      <ListPage
        title="Tokens"
        description="What people and scripts sign in with. Each does no more than its scopes say."
        path={pathWith('/v2/tokens', stateQuery(search))}
        query={useInfiniteQuery(tokensQuery(search))}
        columns={columns}
        create={{ label: 'New token', onClick: () => setMaking(true) }}
        filters={
          <StateFilter search={search} onChange={(next) => void navigate({ search: next })} />
        }
        icon={KeyRound}
        empty={{
          ...{ title: 'None in this state', ofState: true },
          words:
            'Tokens that have expired or were revoked are listed by name for good: regulations remember who created them.',
        }}
      />
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={isOwn ? `Revoke ${own.name}, your own token?` : `Revoke ${revoking?.name ?? ''}?`}
        consequence={
          <>
            {isOwn && (
              <p>
                <strong>You are signed in with it: you are signed out at once</strong>, here and
                wherever else it is used.
              </p>
            )}
            <p>
              Whoever uses it is refused within seconds, and sessions that were opened with it end.
              It can’t be taken back, and its name stays taken. Tokens that were made with it go on:
              look for its name under “Created”.
            </p>
          </>
        }
        confirmLabel={isOwn ? 'Revoke, and sign me out' : 'Revoke'}
        danger
        onConfirm={async () => {
          if (isOwn) {
            await revokeToken(own.id);
            // Loaded anew, so that nothing of the session stays in memory.
            location.assign('/console/sign-in');
            return;
          }
          await tokens.revoke(revoking?.id ?? '');
          toast.success('Token revoked');
        }}
      />
    </>
  );
}
