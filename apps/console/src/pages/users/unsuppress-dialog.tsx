import { useState } from 'react';
import { lookUp, useUsers, type User } from '../../api/users.js';
import { ReasonField } from '../../features/regulations/regulation-fields.js';
import { countOf } from '../../lib/count-of.js';
import { visibleId } from '../../lib/visible-id.js';
import { ConfirmDialog, Mono, SaidError, toast, type Opening } from '../../ui/index.js';
import type { UserCardProps } from './user-card-props.js';

/** Cancels all that suppresses a user, having said what that is. */
export function UnsuppressDialog({
  person,
  kind,
  asked,
  active,
  ...opening
}: UserCardProps &
  Opening & {
    /** The regulations that suppress, of those that are shown. */
    readonly active: User['regulations'];
  }) {
  const users = useUsers();
  const [reason, setReason] = useState('');
  const { otherIds } = person;
  const isKnown = kind === 'userId' || asked.isFull;
  return (
    <ConfirmDialog
      {...opening}
      title="Unsuppress this user?"
      consequence={
        <>
          <p>
            {countOf(active.length, 'regulation')}
            {person.nextCursor !== undefined && ' at least'} that suppress
            {active.length === 1 && 'es'} the user {active.length === 1 ? 'is' : 'are'} canceled,
            all or none. New events are taken again at once. What was deleted stays deleted. To
            suppress the user again takes a new regulation.
          </p>
          {person.openDeletions > 0 && (
            <p>
              <strong>{countOf(person.openDeletions, 'deletion')} of this user still open.</strong>{' '}
              It will be refused until they have ended: what came in now would be deleted, or not,
              by chance. Cancel their regulations, or wait.
            </p>
          )}
          {otherIds !== undefined && (
            <>
              <p>
                <strong>
                  {countOf(otherIds.count, 'other user id')} with the same suppression key.
                </strong>{' '}
                They may belong to other persons, whose regulations are canceled too.
                {!asked.isFull && ' Show identifiers first to see which ids these are.'}
              </p>
              {asked.isFull && (
                <ul>
                  {otherIds.userIds.map((id) => (
                    <li key={id}>
                      <Mono>{visibleId(id)}</Mono>
                    </li>
                  ))}
                </ul>
              )}
            </>
          )}
          {!isKnown && (
            <p>It takes the whole user id, which is asked for first. That is recorded.</p>
          )}
        </>
      }
      confirmLabel="Unsuppress"
      danger
      onConfirm={async () => {
        if (otherIds !== undefined && !asked.isFull) {
          throw new SaidError(
            'Other persons may have the same suppression key.',
            'Close this dialog, show identifiers, and read the other user ids here before you unsuppress.',
          );
        }
        const userId = isKnown
          ? asked.isFull
            ? person.userId
            : asked.identifier
          : await wholeIdOf();
        const body = {
          userId,
          ...(otherIds !== undefined && { userIds: [...otherIds.userIds] }),
          ...(reason.trim() !== '' && { reason: reason.trim() }),
        };
        const { canceled } = await users.unsuppress(body);
        toast.success(
          canceled === 0
            ? 'The user was not suppressed'
            : `${countOf(canceled, 'regulation')} canceled`,
        );
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );

  /** Of several with the same address, the one with the same regulation. */
  async function wholeIdOf(): Promise<string> {
    const { people } = await lookUp(kind, { ...asked, isFull: true });
    const ids = new Set(person.regulations.map(({ id }) => id));
    const same = people.find(({ regulations }) => regulations.some(({ id }) => ids.has(id)));
    if (same === undefined) {
      throw new SaidError('The user is not found any more.', 'Look for the user again.');
    }
    return same.userId;
  }
}
