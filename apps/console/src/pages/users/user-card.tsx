import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useDestinationName, useSourceName } from '../../api/catalog.js';
import { lookUp, type User } from '../../api/users.js';
import { useMay } from '../../api/session.js';
import { countOf } from '../../lib/count-of.js';
import { textOf } from '../../lib/parse-events.js';
import {
  Badge,
  Button,
  Card,
  ErrorState,
  LoadMore,
  Mono,
  StatusBadge,
  Table,
  Time,
  shared,
} from '../../ui/index.js';
import { scopeOf, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import styles from './users.module.css';
import { UnsuppressDialog } from './unsuppress-dialog.js';
import type { UserCardProps } from './user-card-props.js';

/** What is known of one user. */
export function UserCard({ person, kind, asked }: UserCardProps) {
  const may = useMay();
  const sourceName = useSourceName();
  const [isAsking, setAsking] = useState(false);
  const { suppressed, openDeletions, regulations } = person;
  const isSuppressed = suppressed.everywhereSince !== undefined || suppressed.sources.length > 0;
  const active = regulations.filter(
    ({ regulationType, status }) => regulationType !== 'delete' && status !== 'canceled',
  );
  const mayUnsuppress =
    isSuppressed && active.every(({ regulationType }) => may(scopeOf(regulationType)));
  return (
    <Card
      title="User"
      actions={
        mayUnsuppress && (
          <Button size="s" icon={ShieldCheck} onClick={() => setAsking(true)}>
            Unsuppress
          </Button>
        )
      }
    >
      <p className={styles.verdict}>
        <Mono>{person.userId}</Mono>
        <StatusBadge status={isSuppressed ? 'suppressed' : 'not_suppressed'} />
        {openDeletions > 0 && (
          <Badge tone="warning" dot>
            {person.moreDeletions === true && 'at least '}
            {countOf(openDeletions, 'deletion')} open
          </Badge>
        )}
      </p>
      {person.suppressionKey !== undefined && (
        <p className={shared.quiet}>
          Suppression key: <Mono>{person.suppressionKey}</Mono>. Events are dropped by it.
        </p>
      )}
      {person.otherIds !== undefined && (
        <p role="alert">
          {person.otherIds.isMore === true && 'At least '}
          {countOf(person.otherIds.count, 'other user id')} with the same suppression key, which may
          belong to other persons. Their regulations and deletions are shown too.
        </p>
      )}
      {suppressed.everywhereSince !== undefined ? (
        <p className={shared.quiet}>
          At all sources, since <Time value={suppressed.everywhereSince} />.
        </p>
      ) : (
        suppressed.sources.length > 0 && (
          <Table
            label="Suppressed at"
            rows={suppressed.sources}
            rowKey={({ sourceId }) => sourceId}
            columns={[
              { label: 'Source', cell: ({ sourceId }) => sourceName(sourceId) },
              { label: 'Since', cell: ({ since }) => <Time value={since} /> },
            ]}
          />
        )
      )}
      {suppressed.moreSources === true && <p className={shared.quiet}>And at further sources.</p>}
      <Regulations {...{ person, kind, asked }} />
      <Deletions person={person} />
      <UnsuppressDialog
        {...{ person, kind, asked, active }}
        open={isAsking}
        onOpenChange={setAsking}
      />
    </Card>
  );
}

function Regulations({ person, kind, asked }: UserCardProps) {
  const [further, setFurther] = useState<readonly User[]>([]);
  const cursor = (further.at(-1) ?? person).nextCursor;
  const more = useMutation({
    mutationFn: async () => {
      const { people } = await lookUp(
        kind,
        asked,
        cursor === undefined ? {} : { afterCursor: cursor },
      );
      setFurther([...further, ...people]);
    },
    gcTime: 0,
  });
  const rows = [...person.regulations, ...further.flatMap(({ regulations }) => regulations)];
  return (
    <section className={styles.part}>
      <h3>Why: its regulations</h3>
      <Table
        label="Regulations of the user"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            label: 'Regulation',
            cell: ({ id, regulationType }) => (
              <Link to="/regulations/$id" params={{ id }}>
                {TYPE_WORDS[regulationType]}
              </Link>
            ),
          },
          { label: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
          { label: 'Created', cell: ({ createdAt }) => <Time value={createdAt} /> },
          { label: 'By', wideOnly: true, cell: ({ createdBy }) => createdBy },
          {
            ...{ label: 'Identifiers', wideOnly: true },
            cell: ({ attributes }) => (
              <Mono>
                {Object.entries(attributes)
                  .filter(([name]) => name !== 'userId' || person.otherIds !== undefined)
                  .map(([name, value]) => `${name}: ${textOf(value)}`)
                  .join(', ')}
              </Mono>
            ),
          },
          { label: 'Reason', cell: ({ reason }) => <div className={shared.said}>{reason}</div> },
        ]}
      />
      {cursor !== undefined && (
        <>
          <LoadMore
            shown={rows.length}
            hasMore={kind === 'userId'}
            isLoadingMore={more.isPending}
            onLoadMore={() => more.mutate()}
          />
          {kind !== 'userId' && (
            <p className={shared.quiet}>
              There are more. Look for the user by the user id to see them.
            </p>
          )}
          {more.isError && <ErrorState compact error={more.error} />}
        </>
      )}
    </section>
  );
}

function OtherId({ userId }: User['deletions'][number]) {
  return userId === undefined ? '' : <Mono>{userId}</Mono>;
}

function Deletions({ person: { deletions, moreDeletions } }: { readonly person: User }) {
  const destinationName = useDestinationName();
  if (deletions.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>Deleted where</h3>
      <Table
        label="Deletions of the user"
        rows={deletions}
        rowKey={({ destinationId, regulationId }) => `${destinationId} ${regulationId}`}
        columns={[
          { label: 'Destination', cell: ({ destinationId }) => destinationName(destinationId) },
          ...(deletions.some(({ userId }) => userId !== undefined)
            ? [{ label: 'Other user id', cell: OtherId }]
            : []),
          {
            label: 'State',
            cell: ({ status, overdue, regulationId }) => (
              <Link to="/regulations/$id" params={{ id: regulationId }}>
                <StatusBadge status={status} /> {overdue && <StatusBadge status="overdue" />}
              </Link>
            ),
          },
          { label: 'Done', cell: ({ finishedAt }) => <Time value={finishedAt} /> },
          {
            ...{ label: 'Due', wideOnly: true },
            cell: ({ status, finishedAt, dueAt }) =>
              finishedAt === undefined || status === 'aborted' ? (
                <Time value={dueAt} mayBeAhead />
              ) : (
                ''
              ),
          },
          { label: 'Reason', cell: ({ reason }) => <div className={shared.said}>{reason}</div> },
        ]}
      />
      {moreDeletions === true && (
        <p className={shared.quiet}>
          There may be more, at further destinations or by older orders.
        </p>
      )}
    </section>
  );
}
