import { utcTimeOf } from '@lethe/api/definition';
import { receivedAtProblem } from '@lethe/api/regulations';
import { LAWS, type Law } from '@lethe/contracts';
import type { Row } from '@lethe/contracts/user-files';
import type { UserOfRow } from './to-user.js';

type ReadValue = (row: Row) => unknown;

/** Read what a row states about its demand. An empty text, null and undefined are no value. */
export interface DemandReaders {
  readonly receivedAt?: ReadValue | undefined;
  readonly law?: ReadValue | undefined;
}

/** Adds to each user when the person asked, and the law. Refuses a row with a wrong value. */
export function withDemands(
  toUser: (row: Row) => UserOfRow,
  readers: DemandReaders,
): (row: Row) => UserOfRow {
  if (readers.receivedAt === undefined && readers.law === undefined) return toUser;
  return (row) => {
    const made = toUser(row);
    if ('problem' in made) return made;
    const receivedAt = valueOf(readers.receivedAt, row);
    const law = valueOf(readers.law, row);
    const timeProblem = receivedAt === undefined ? undefined : receivedAtProblem(receivedAt);
    if (timeProblem !== undefined) {
      return { problem: { identifier: 'receivedAt', reason: timeProblem } };
    }
    if (law !== undefined && !isLaw(law)) {
      return { problem: { identifier: 'law', reason: `must be ${LAWS.join(' or ')}` } };
    }
    const time = utcTimeOf(String(receivedAt));
    return {
      ...made,
      ...(time === undefined ? {} : { receivedAt: time }),
      ...(law === undefined ? {} : { law }),
    };
  };
}

function valueOf(read: ReadValue | undefined, row: Row): unknown {
  const value = read?.(row);
  const given = typeof value === 'string' ? value.trim() : value;
  return given === '' || given === null ? undefined : given;
}

function isLaw(value: unknown): value is Law {
  const laws: readonly unknown[] = LAWS;
  return laws.includes(value);
}
