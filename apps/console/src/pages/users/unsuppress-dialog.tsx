import { useState } from 'react';
import { lookUp, useUsers, type User } from '../../api/users.js';
import { ReasonField } from '../../features/regulations/regulation-fields.js';
import { visibleId } from '../../lib/visible-id.js';
import { ConfirmDialog, Mono, UserFacingError, toast, type Opening } from '../../ui/index.js';
import { TEXTS } from './texts.js';
import type { UserCardProps } from './user-card-props.js';

const { unsuppressDialog: texts } = TEXTS;

/**
 * Cancels all regulations that suppress a user. Before that, shows their number and the effects.
 */
export function UnsuppressDialog({
  person,
  kind,
  asked,
  active,
  ...opening
}: UserCardProps &
  Opening & {
    /** The loaded regulations that suppress the user. */
    readonly active: User['regulations'];
  }) {
  const users = useUsers();
  const [reason, setReason] = useState('');
  const { otherIds } = person;
  const isKnown = kind === 'userId' || asked.isFull;
  return (
    <ConfirmDialog
      {...opening}
      title={texts.title}
      consequence={
        <>
          <p>
            {texts.canceled(active.length, person.nextCursor !== undefined)} {texts.effect}
          </p>
          {person.openDeletions > 0 && (
            <p>
              <strong>{texts.openDeletions(person.openDeletions)}</strong> {texts.whyRefused}
            </p>
          )}
          {otherIds !== undefined && (
            <>
              <p>
                <strong>{texts.otherIds(otherIds.count)}</strong> {texts.otherPersons}{' '}
                {!asked.isFull && texts.showFirst}
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
          {!isKnown && <p>{texts.readsWholeId}</p>}
        </>
      }
      confirmLabel={texts.confirm}
      danger
      onConfirm={async () => {
        if (otherIds !== undefined && !asked.isFull) {
          throw new UserFacingError(texts.otherIdsUnseen, texts.seeOtherIds);
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
        toast.success(canceled === 0 ? texts.wasNot : texts.done(canceled));
      }}
    >
      <ReasonField value={reason} onChange={setReason} />
    </ConfirmDialog>
  );

  /**
   * Returns the full user id. Several users can have the same e-mail address or phone number, so
   * the function finds this user by the ids of the user's regulations.
   */
  async function wholeIdOf(): Promise<string> {
    const { people } = await lookUp(kind, { ...asked, isFull: true });
    const ids = new Set(person.regulations.map(({ id }) => id));
    const same = people.find(({ regulations }) => regulations.some(({ id }) => ids.has(id)));
    if (same === undefined) {
      throw new UserFacingError(texts.notFound, texts.findAgain);
    }
    return same.userId;
  }
}
