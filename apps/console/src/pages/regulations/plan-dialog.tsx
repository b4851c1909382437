import type { Schemas } from '../../api/client.js';
import { useDestinationName } from '../../api/catalog.js';
import { countOf } from '../../lib/count-of.js';
import { formatDuration } from '../../lib/format-duration.js';
import { formatNumber } from '../../lib/format-time.js';
import { placeOf, type PastedUser } from './pasted-users.js';
import { visibleId } from '../../lib/visible-id.js';
import { ConfirmDialog, Facts, shared, Table, Time } from '../../ui/index.js';
import styles from './regulation.module.css';

/** Users who are named, and what is shown of each list. */
const NAMED = 5;
const SHOWN = 20;

/** What a request would do, before it does. */
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
  /** Of the users, in what was written. */
  readonly lines: readonly number[];
  readonly deletes: boolean;
  /** How many are named; 0 are all. */
  readonly sources: number;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
}) {
  const nameOf = useDestinationName();
  const lacking = plan.destinations.flatMap(({ destinationId, unidentified }) =>
    unidentified.map((one) => ({ ...one, destinationId })),
  );
  const lackingCount = plan.destinations.reduce((sum, one) => sum + one.unidentifiedCount, 0);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Create ${countOf(plan.regulations, 'regulation')}?`}
      consequence={
        <div className={styles.plan}>
          <p>{namesOf(users)}</p>
          {plan.destinations.length > 0 && (
            <Table
              label="Per destination"
              rows={plan.destinations}
              rowKey={({ destinationId }) => destinationId}
              columns={[
                { label: 'Destination', cell: ({ destinationId }) => nameOf(destinationId) },
                { label: 'Users', align: 'end', cell: ({ users }) => formatNumber(users) },
                { label: 'Calls', align: 'end', cell: ({ calls }) => formatNumber(calls) },
                { label: 'Takes', cell: ({ expectedSeconds }) => formatDuration(expectedSeconds) },
              ]}
            />
          )}
          {plan.startsAt !== undefined && (
            <>
              <Facts
                facts={[
                  ['Deletions may begin', <Time key="begin" value={plan.startsAt} mayBeAhead />],
                  ['Have to be done', plan.dueAt && <Time value={plan.dueAt} mayBeAhead />],
                ]}
              />
              <p>Until they begin, a cancel prevents them.</p>
            </>
          )}
          {plan.irreversible.length > 0 && (
            <ul className={shared.list}>
              {plan.irreversible.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          )}
          {!deletes && (
            <p>
              New events of {users.length === 1 ? 'this user' : 'these users'} are dropped from now
              on {placeOfSources(sources)}. A cancel ends that.
            </p>
          )}
          {plan.warnings.length > 0 && (
            <div role="alert">
              <p>
                <strong>Check before you go on:</strong>
              </p>
              <ul className={shared.list}>
                {plan.warnings.slice(0, SHOWN).map(({ path, message }) => (
                  <li key={`${path ?? ''} ${message}`}>
                    {path === undefined ? message : `${placeOf(path, lines)} ${message}`}
                  </li>
                ))}
              </ul>
              {plan.warnings.length > SHOWN && <p>The first {SHOWN} are shown.</p>}
            </div>
          )}
          {plan.suppressionKeyCount !== undefined && (
            <div role="alert">
              <p>
                <strong>
                  {countOf(plan.suppressionKeyCount, 'user id')} with invisible or unusual
                  characters.
                </strong>{' '}
                {deletes && 'Data is deleted under the id exactly as you entered it. '}Events are
                dropped by the suppression key, also those of other ids with the same key:
              </p>
              <ul className={shared.list}>
                {plan.suppressionKeys?.slice(0, 20).map(({ path, suppressionKey }) => (
                  <li key={path}>
                    {placeOf(path, lines)}: {suppressionKey}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {lackingCount > 0 && (
            <div role="alert">
              <p>
                <strong>{countOf(lackingCount, 'user')} cannot be found at a destination.</strong>{' '}
                The request will be refused until they have what it needs, or the destination is
                left out.
              </p>
              <ul className={shared.list}>
                {lacking.slice(0, SHOWN).map(({ path, reason, destinationId }) => (
                  <li key={`${destinationId} ${path}`}>
                    {placeOf(path, lines)}, {nameOf(destinationId)}: {reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      }
      confirmLabel={deletes ? 'Create, and delete' : 'Create'}
      danger={deletes}
      onConfirm={onConfirm}
    />
  );
}

function placeOfSources(count: number): string {
  return count === 0 ? 'at all sources' : `at ${countOf(count, 'source')}`;
}

/** The first users by their ids, and how many more there are. Exact repeats of a user are one. */
function namesOf(users: readonly PastedUser[]): string {
  const ids = [...new Set(users.map(({ userId }) => userId))];
  const first = ids.slice(0, NAMED).map((id) => `“${visibleId(id)}”`);
  const more = ids.length - first.length;
  if (more > 0) return `${countOf(ids.length, 'user')}: ${first.join(', ')} and ${more} more.`;
  return `${countOf(ids.length, 'user')}: ${first.join(', ')}.`;
}
