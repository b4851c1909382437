import { LAWS } from '@lethe/contracts';
import {
  oneOf,
  time,
  timeProblem,
  utcTimeOf,
  type Kind,
  type MemberRule,
} from '../definition/index.js';

const MOST_YEARS = 5;

/** Time at which a person asked: in the past, and at most five years ago. */
const receivedAt: Kind = {
  ...time,
  check: (value, report) => {
    const problem = receivedAtProblem(value);
    if (problem !== undefined) report(problem);
  },
};

/** Returns the problem of a time at which a person is said to have asked, or undefined. */
export function receivedAtProblem(value: unknown, now = new Date()): string | undefined {
  const problem = timeProblem(value);
  if (problem !== undefined) return problem;
  const received = utcTimeOf(value as string) ?? '';
  if (Date.parse(received) > now.getTime()) {
    return `must not be in the future; it is ${now.toISOString()} now`;
  }
  const earliest = new Date(now);
  earliest.setUTCFullYear(earliest.getUTCFullYear() - MOST_YEARS);
  if (Date.parse(received) >= earliest.getTime()) return undefined;
  return `must not be more than ${MOST_YEARS} years ago`;
}

export const law: Kind = oneOf(LAWS);

export const RECEIVED_AT = {
  is: receivedAt,
  optional: true,
  example: '2026-11-19T10:30:00Z',
  description: `Time at which the person asked; RFC 3339 with a zone, not in the future, and at most ${MOST_YEARS} years ago. The deadline counts from it. Absent: now.`,
} satisfies MemberRule;

export const LAW = {
  is: law,
  optional: true,
  example: 'gdpr',
  description:
    'Law that sets the deadline: `gdpr` one calendar month after `receivedAt`, `ccpa` 45 days. Absent: `deletionDeadlineDays` of the workspace.',
} satisfies MemberRule;
