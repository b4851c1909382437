import {
  failed,
  misconfigured,
  notPermitted,
  outage,
  type DeletionProblem,
} from '../shared/deletion-problem.js';

/** Words that begin errors of the whole server, whichever key a command names. */
const OF_SERVER: ReadonlySet<string> = new Set([
  ...['WRONGPASS', 'NOAUTH', 'READONLY', 'LOADING', 'CLUSTERDOWN', 'MASTERDOWN', 'BUSY'],
  ...['TRYAGAIN', 'DENIED', 'MISCONF', 'OOM', 'NOREPLICAS'],
]);

/** Whether an error may be about the key of its command alone, so that it decides about no other key. */
export function isOfKey({ code, text }: { code: string; text: string }): boolean {
  return !OF_SERVER.has(code) && (code === 'NOPERM' || byKnownText(text) === undefined);
}

/** What a server's error line means. Its text is not passed on: it may name keys. */
export function replyProblem({ code, text }: { code: string; text: string }): DeletionProblem {
  switch (code) {
    case 'WRONGPASS':
    case 'NOAUTH':
      return notPermitted('Redis refuses the login: check username and password.');
    case 'NOPERM':
      return notPermitted(
        'The Redis user may not delete these keys: grant it +unlink, +del, +select and the pattern of the keys.',
      );
    case 'READONLY':
      return failed('The server is a replica and takes no writes: set address to the primary.');
    case 'LOADING':
    case 'CLUSTERDOWN':
    case 'MASTERDOWN':
    case 'BUSY':
    case 'TRYAGAIN':
      return outage(`Redis cannot work at the moment (${code}).`);
    case 'DENIED':
      return misconfigured(
        'Redis runs in protected mode and takes no connections from elsewhere: set a password there.',
      );
    default:
      return byKnownText(text) ?? failed(`Redis answered with ${shownCode(code)}.`);
  }
}

function shownCode(code: string): string {
  return /^[A-Z]{1,20}$/.test(code) ? code : 'an error';
}

function byKnownText(text: string): DeletionProblem | undefined {
  if (/invalid password|without any password|no password is set/i.test(text)) {
    return notPermitted('Redis refuses the login: check whether it wants a password, and which.');
  }
  if (/max number of clients/i.test(text)) {
    return outage('Redis has as many clients as it takes.');
  }
  if (/DB index|SELECT is not allowed/i.test(text)) {
    return misconfigured('Redis does not have this database: a cluster has only database 0.');
  }
  return undefined;
}
