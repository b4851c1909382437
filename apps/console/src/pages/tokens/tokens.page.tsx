import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { revokeToken, stateQuery, tokensQuery, useTokens, type Token } from '../../api/access.js';
import { useMe } from '../../api/session.js';
import { LIFETIME_COLUMNS, revokeColumn } from '../../features/access/credential-columns.js';
import { describeScopes } from '../../features/access/scope-words.js';
import { StateFilter } from '../../features/access/state-filter.js';
import { pathWith } from '../../lib/search.js';
import { termPage } from '../../lib/guides.js';
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
import { TEXTS } from './texts.js';
import styles from './tokens.module.css';

const route = getRouteApi('/tokens');
const { tokensPage: texts } = TEXTS;
const { revokeDialog } = texts;

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
      label: texts.name,
      cell: ({ id, name, email }) => (
        <>
          <span className={styles.name}>
            {name} {id === own.id && <Badge tone="info">{texts.own}</Badge>}
          </span>
          <span className={shared.sub}>{email}</span>
        </>
      ),
    },
    { label: texts.state, cell: ({ state }) => <StatusBadge status={state} /> },
    {
      label: texts.permissions,
      cell: ({ scopes }) => (
        <Tooltip text={scopes.join(', ')}>
          <span tabIndex={0}>{describeScopes(scopes)}</span>
        </Tooltip>
      ),
    },
    {
      ...{ label: texts.lastUsed, wideOnly: true },
      cell: ({ lastUsedAt }) => <Time value={lastUsedAt} />,
    },
    ...LIFETIME_COLUMNS,
    revokeColumn<Token>(setRevoking),
  ];
  return (
    <>
      <ListPage
        title={texts.title}
        guide={termPage('token')}
        description={texts.description}
        path={pathWith('/v2/tokens', stateQuery(search))}
        query={useInfiniteQuery(tokensQuery(search))}
        columns={columns}
        create={{ label: texts.create, onClick: () => setMaking(true) }}
        filters={
          <StateFilter search={search} onChange={(next) => void navigate({ search: next })} />
        }
        icon={KeyRound}
        empty={{
          ...{ title: texts.noneInState, ofState: true },
          words: texts.whyListed,
        }}
      />
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={
          isOwn ? revokeDialog.questionOwn(own.name) : revokeDialog.question(revoking?.name ?? '')
        }
        consequence={
          <>
            {isOwn && (
              <p>
                <strong>{revokeDialog.signedOut}</strong>
              </p>
            )}
            <p>{revokeDialog.consequence}</p>
          </>
        }
        confirmLabel={isOwn ? revokeDialog.confirmOwn : revokeDialog.confirm}
        danger
        onConfirm={async () => {
          if (isOwn) {
            await revokeToken(own.id);
            // The reload removes all data of the session from memory.
            location.assign('/console/sign-in');
            return;
          }
          await tokens.revoke(revoking?.id ?? '');
          toast.success(revokeDialog.done);
        }}
      />
    </>
  );
}
