import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useDestinationName, useSourceName } from '../../api/catalog.js';
import { lookUp, type User } from '../../api/users.js';
import { useMay } from '../../api/session.js';
import { textOf } from '../../lib/parse-events.js';
import {
  Badge,
  Button,
  Card,
  DatedTime,
  ErrorState,
  LoadMore,
  Mono,
  StatusBadge,
  Table,
  Time,
  shared,
} from '../../ui/index.js';
import { scopeOf, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { TEXTS } from './texts.js';
import styles from './users.module.css';
import { UnsuppressDialog } from './unsuppress-dialog.js';
import type { UserCardProps } from './user-card-props.js';

const { userCard: texts } = TEXTS;

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
      title={texts.title}
      actions={
        mayUnsuppress && (
          <Button size="s" icon={ShieldCheck} onClick={() => setAsking(true)}>
            {texts.unsuppress}
          </Button>
        )
      }
    >
      <p className={styles.verdict}>
        <Mono>{person.userId}</Mono>
        <StatusBadge status={isSuppressed ? 'suppressed' : 'not_suppressed'} />
        {openDeletions > 0 && (
          <Badge tone="warning" dot>
            {texts.openDeletions(openDeletions, person.moreDeletions === true)}
          </Badge>
        )}
      </p>
      {person.suppressionKey !== undefined && (
        <p className={shared.quiet}>
          {texts.suppressionKey} <Mono>{person.suppressionKey}</Mono>
          {texts.whatItDoes}
        </p>
      )}
      {person.otherIds !== undefined && (
        <p role="alert">{texts.otherIds(person.otherIds.count, person.otherIds.isMore === true)}</p>
      )}
      {suppressed.everywhereSince !== undefined ? (
        <p className={shared.quiet}>
          {texts.everywhereSince} <DatedTime value={suppressed.everywhereSince} />.
        </p>
      ) : (
        suppressed.sources.length > 0 && (
          <Table
            label={texts.suppressedAt}
            rows={suppressed.sources}
            rowKey={({ sourceId }) => sourceId}
            columns={[
              { label: texts.source, cell: ({ sourceId }) => sourceName(sourceId) },
              { label: texts.since, cell: ({ since }) => <DatedTime value={since} /> },
            ]}
          />
        )
      )}
      {suppressed.moreSources === true && <p className={shared.quiet}>{texts.moreSources}</p>}
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
      <h3>{texts.regulations.title}</h3>
      <Table
        label={texts.regulations.title}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            label: texts.regulations.regulation,
            cell: ({ id, regulationType }) => (
              <Link to="/regulations/$id" params={{ id }}>
                {TYPE_WORDS[regulationType]}
              </Link>
            ),
          },
          {
            label: texts.regulations.state,
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          {
            label: texts.regulations.created,
            cell: ({ createdAt }) => <Time value={createdAt} />,
          },
          {
            ...{ label: texts.regulations.createdBy, wideOnly: true },
            cell: ({ createdBy }) => createdBy,
          },
          {
            ...{ label: texts.regulations.identifiers, wideOnly: true },
            cell: ({ attributes }) => (
              <Mono>
                {Object.entries(attributes)
                  .filter(([name]) => name !== 'userId' || person.otherIds !== undefined)
                  .map(([name, value]) => texts.regulations.identifier(name, textOf(value)))
                  .join(', ')}
              </Mono>
            ),
          },
          {
            label: texts.regulations.reason,
            cell: ({ reason }) => <div className={shared.said}>{reason}</div>,
          },
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
          {kind !== 'userId' && <p className={shared.quiet}>{texts.regulations.more}</p>}
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
      <h3>{texts.deletions.title}</h3>
      <Table
        label={texts.deletions.title}
        rows={deletions}
        rowKey={({ destinationId, regulationId }) => `${destinationId} ${regulationId}`}
        columns={[
          {
            label: texts.deletions.destination,
            cell: ({ destinationId }) => destinationName(destinationId),
          },
          ...(deletions.some(({ userId }) => userId !== undefined)
            ? [{ label: texts.deletions.otherUserId, cell: OtherId }]
            : []),
          {
            label: texts.deletions.state,
            cell: ({ status, overdue, regulationId }) => (
              <Link to="/regulations/$id" params={{ id: regulationId }}>
                <StatusBadge status={status} /> {overdue && <StatusBadge status="overdue" />}
              </Link>
            ),
          },
          {
            label: texts.deletions.ended,
            cell: ({ finishedAt }) => <Time value={finishedAt} />,
          },
          {
            ...{ label: texts.deletions.deadline, wideOnly: true },
            cell: ({ status, finishedAt, dueAt }) =>
              finishedAt === undefined || status === 'aborted' ? (
                <DatedTime value={dueAt} mayBeAhead />
              ) : (
                ''
              ),
          },
          {
            label: texts.deletions.reason,
            cell: ({ reason }) => <div className={shared.said}>{reason}</div>,
          },
        ]}
      />
      {moreDeletions === true && <p className={shared.quiet}>{texts.deletions.more}</p>}
    </section>
  );
}
