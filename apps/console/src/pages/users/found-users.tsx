import { useQueries } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import { kindsOf } from './identifier-kinds.js';
import { type Asked, type IdentifierKind, lookUpQuery, type User } from '../../api/users.js';
import { EmptyState, ErrorState, Skeleton, Stack, shared } from '../../ui/index.js';
import { UserCard } from './user-card.js';

const WORDS: Readonly<Record<IdentifierKind, string>> = {
  userId: 'user id',
  email: 'e-mail address',
  phone: 'phone number',
};

/** Everybody whom an identifier may mean: what looks like an address may be a user id, too. */
export function FoundUsers({ asked }: { readonly asked: Asked }) {
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
      {answers.some(({ data }) => data?.more) && (
        <p className={shared.quiet}>
          It came with further users, who are not shown. Look for them by their user ids.
        </p>
      )}
      {found.length === 0 && errors.length === 0 && (
        <EmptyState icon={UserX} title="Nothing is known of this user">
          Not suppressed, and no deletion was ordered. Looked for it as{' '}
          {kinds.map((kind) => WORDS[kind]).join(' and as ')}; case counts in user ids. Addresses
          and numbers are found as long as the regulation that they came with has its identifiers.
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

/** Masked ids are not theirs alone; a regulation is. */
function keyOf({ userId, regulations }: User): string {
  return regulations[0]?.id ?? userId;
}
