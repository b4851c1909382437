import type { Schemas } from '../../api/client.js';
import { useDestinationName } from '../../api/catalog.js';
import { NotDeleted } from '../../features/regulations/not-deleted.js';
import { formatDuration } from '../../lib/format-duration.js';
import { formatNumber } from '../../lib/format-time.js';
import { useNow } from '../../lib/use-now.js';
import { placeOf, type PastedUser } from './pasted-users.js';
import { visibleId } from '../../lib/visible-id.js';
import { ConfirmDialog, DatedTime, Facts, shared, Table } from '../../ui/index.js';
import styles from './regulation.module.css';
import { TEXTS } from './texts.js';

const { planDialog: texts } = TEXTS;

/** Maximum number of user ids in the first sentence. */
const NAMED = 5;
/** Maximum number of rows in a list. */
const SHOWN = 20;

/** Shows the plan of a request before the user sends the request. */
export function PlanDialog({
  plan,
  users,
  lines,
  deletes,
  sources,
  onClose,
  onConfirm,
}: {
  readonly plan: Schemas['DeletionPlanDto'];
  readonly users: readonly PastedUser[];
  /** Line number of each user in the pasted text. */
  readonly lines: readonly number[];
  readonly deletes: boolean;
  /** Number of chosen sources; 0 means all. */
  readonly sources: number;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
}) {
  const nameOf = useDestinationName();
  const now = useNow();
  const lacking = plan.destinations.flatMap(({ destinationId, unidentified }) =>
    unidentified.map((one) => ({ ...one, destinationId })),
  );
  const lackingCount = plan.destinations.reduce((sum, one) => sum + one.unidentifiedCount, 0);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.question(plan.regulations)}
      consequence={
        <div className={styles.plan}>
          <p>{namesOf(users)}</p>
          {plan.destinations.length > 0 && (
            <Table
              label={texts.perDestination}
              rows={plan.destinations}
              rowKey={({ destinationId }) => destinationId}
              columns={[
                {
                  label: texts.destination,
                  cell: ({ destinationId }) => nameOf(destinationId),
                },
                {
                  ...{ label: texts.usersColumn, align: 'end' },
                  cell: ({ users }) => formatNumber(users),
                },
                {
                  ...{ label: texts.calls, align: 'end' },
                  cell: ({ calls }) => formatNumber(calls),
                },
                {
                  label: texts.expectedTime,
                  cell: ({ expectedSeconds }) => formatDuration(expectedSeconds),
                },
              ]}
            />
          )}
          <NotDeleted of={plan} />
          {plan.startsAt !== undefined && (
            <>
              <Facts
                facts={[
                  [
                    texts.earliestStart,
                    Date.parse(plan.startsAt) <= now ? (
                      texts.now
                    ) : (
                      <DatedTime key="start" value={plan.startsAt} mayBeAhead />
                    ),
                  ],
                  [texts.deadline, plan.dueAt && <DatedTime value={plan.dueAt} mayBeAhead />],
                ]}
              />
              <p>{texts.untilStart}</p>
            </>
          )}
          {plan.irreversible.length > 0 && (
            <ul className={shared.list}>
              {plan.irreversible.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
          {!deletes && <p>{texts.drops(users.length, placeOfSources(sources))}</p>}
          {plan.warnings.length > 0 && (
            <div role="alert">
              <p>
                <strong>{texts.warnings}</strong>
              </p>
              <ul className={shared.list}>
                {plan.warnings.slice(0, SHOWN).map(({ path, message }) => (
                  <li key={`${path ?? ''} ${message}`}>
                    {path === undefined ? message : `${placeOf(path, lines)} ${message}`}
                  </li>
                ))}
              </ul>
              {plan.warnings.length > SHOWN && <p>{texts.onlyFirst(SHOWN)}</p>}
            </div>
          )}
          {plan.suppressionKeyCount !== undefined && (
            <div role="alert">
              <p>
                <strong>{texts.suppressionKeys(plan.suppressionKeyCount)}</strong>{' '}
                {deletes && texts.deletedById} {texts.droppedByKey}
              </p>
              <ul className={shared.list}>
                {plan.suppressionKeys?.slice(0, 20).map(({ path, suppressionKey }) => (
                  <li key={path}>{texts.keyOf(placeOf(path, lines), suppressionKey)}</li>
                ))}
              </ul>
            </div>
          )}
          {lackingCount > 0 && (
            <div role="alert">
              <p>
                <strong>{texts.unidentified(lackingCount)}</strong>{' '}
                {plan.notDeleted === undefined ? texts.unidentifiedHint : texts.leftOutHint}
              </p>
              <ul className={shared.list}>
                {lacking.slice(0, SHOWN).map(({ path, reason, destinationId }) => (
                  <li key={`${destinationId} ${path}`}>
                    {texts.unidentifiedAt(placeOf(path, lines), nameOf(destinationId), reason)}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      }
      confirmLabel={deletes ? texts.createAndDelete : texts.create}
      danger={deletes}
      onConfirm={onConfirm}
    />
  );
}

function placeOfSources(count: number): string {
  return count === 0 ? texts.allSources : texts.sources(count);
}

/** Returns the first user ids and the number of the other ids. Counts equal ids once. */
function namesOf(users: readonly PastedUser[]): string {
  const ids = [...new Set(users.map(({ userId }) => userId))];
  const first = ids.slice(0, NAMED).map((id) => texts.quoted(visibleId(id)));
  const more = ids.length - first.length;
  const names = first.join(', ');
  return more > 0 ? texts.usersAndMore(ids.length, names, more) : texts.users(ids.length, names);
}
