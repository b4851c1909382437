import { useQueries } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import { kindsOf } from './identifier-kinds.js';
import { type UserSearch, type IdentifierKind, lookUpQuery, type User } from '../../api/users.js';
import { EmptyState, ErrorState, Skeleton, Stack, shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';
import { UserCard } from './user-card.js';

const { foundUsers: texts } = TEXTS;

/**
 * Shows all users with an identifier, for each kind that the identifier can have. For example, an
 * e-mail address can also be a user id.
 */
export function FoundUsers({ asked }: { readonly asked: UserSearch }) {
  const kinds = kindsOf(asked.identifier);
  const answers = useQueries({ queries: kinds.map((kind) => lookUpQuery(kind, asked)) });
  if (answers.some(({ isPending }) => isPending)) return <Skeleton lines={6} />;
  const found = unique(
    answers.flatMap(({ data }, index) =>
      (data?.people ?? []).map((person) => ({ person, kind: kinds[index] ?? 'userId' })),
    ),
  );
  const errors = answers.filter(({ data, error }) => data === undefined && error !== null);
  return (
    <Stack>
      {errors.map(({ error, refetch }, index) => (
        <ErrorState
          key={index}
          compact
          error={error}
          {...(!(error instanceof ApiError && error.status === 400) && {
            onRetry: () => void refetch(),
          })}
        />
      ))}
      {found.map(({ person, kind }) => (
        <UserCard key={keyOf(person)} person={person} kind={kind} asked={asked} />
      ))}
      {answers.some(({ data }) => data?.more) && <p className={shared.quiet}>{texts.more}</p>}
      {found.length === 0 && errors.length === 0 && (
        <EmptyState icon={UserX} title={texts.none}>
          {texts.searchedBy(kinds.map((kind) => texts.kinds[kind]))}
        </EmptyState>
      )}
    </Stack>
  );
}

type Found = readonly { readonly person: User; readonly kind: IdentifierKind }[];

function unique(found: Found): Found {
  const keys = found.map(({ person }) => keyOf(person));
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

/** Returns a unique key. Uses the id of a regulation, because a masked user id is not unique. */
function keyOf({ userId, regulations }: User): string {
  return regulations[0]?.id ?? userId;
}
