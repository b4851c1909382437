import type { KeyCommand } from './ask-keys.js';
import {
  failed,
  misconfigured,
  notPermitted,
  outage,
  type DeletionProblem,
} from '../shared/deletion-problem.js';

/** Codes of errors that concern the whole server and not a single key. */
const OF_SERVER: ReadonlySet<string> = new Set([
  ...['WRONGPASS', 'NOAUTH', 'READONLY', 'LOADING', 'CLUSTERDOWN', 'MASTERDOWN', 'BUSY'],
  ...['TRYAGAIN', 'DENIED', 'MISCONF', 'OOM', 'NOREPLICAS'],
]);

/** Returns whether an error can concern only the key of its command. */
export function isOfKey({ code, text }: { code: string; text: string }): boolean {
  return !OF_SERVER.has(code) && (code === 'NOPERM' || byKnownText(text) === undefined);
}

/**
 * Returns the problem for an error reply. Does not quote the reply's text, because that text can
 * contain keys.
 *
 * @param command the command that Redis answered
 */
export function replyProblem(
  { code, text }: { code: string; text: string },
  command: KeyCommand | 'LOGIN',
): DeletionProblem {
  switch (code) {
    case 'WRONGPASS':
    case 'NOAUTH':
      return notPermitted('Redis refuses the login: check username and password.');
    case 'NOPERM':
      return notPermitted(PERMISSIONS[command]);
    case 'READONLY':
      return failed('The server is a replica and accepts no writes: set address to the primary.');
    case 'LOADING':
    case 'CLUSTERDOWN':
    case 'MASTERDOWN':
    case 'BUSY':
    case 'TRYAGAIN':
      return outage(`Redis is not available at the moment (${code}).`);
    case 'DENIED':
      return misconfigured(
        'Redis runs in protected mode and accepts no remote connections: set a password at the server.',
      );
    default:
      return byKnownText(text) ?? failed(`Redis answered with ${shownError(code)}.`);
  }
}

const PERMISSIONS: Readonly<Record<KeyCommand | 'LOGIN', string>> = {
  LOGIN: 'The Redis user has no permission to choose the database: grant it +select.',
  EXISTS: forKeys('+exists'),
  UNLINK: forKeys('+unlink'),
  DEL: forKeys('+del'),
};

function forKeys(right: string): string {
  return `The Redis user has no permission for these keys: grant it ${right} and the pattern of the keys.`;
}

function shownError(code: string): string {
  return /^[A-Z]{1,20}$/.test(code) ? `the error ${code}` : 'an error';
}

function byKnownText(text: string): DeletionProblem | undefined {
  if (/invalid password|without any password|no password is set/i.test(text)) {
    return notPermitted(
      'Redis refuses the login: check password, and whether the server uses one.',
    );
  }
  if (/max number of clients/i.test(text)) {
    return outage('Redis has reached its maximum number of clients.');
  }
  if (/DB index|SELECT is not allowed/i.test(text)) {
    return misconfigured(
      'Redis does not have this database: check database. A cluster has only database 0.',
    );
  }
  return undefined;
}
