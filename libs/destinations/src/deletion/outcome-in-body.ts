import { isObject } from '@lethe/contracts/json';

/** What the body of an answer says of a deletion. */
export type OutcomeInBody = 'failure' | 'unfinished' | undefined;

/** Members in which services put what they answer. Others may repeat what was asked, or hold data. */
const ENVELOPES = new Set(
  'data d result results response responses body payload output status meta job task deletion'.split(
    ' ',
  ),
);
/** Answers are no deeper; what is below is data. */
const DEEPEST = 5;
const FAILED =
  /^(?:fail(?:ed|ure)?|errors?|rejected|refused|denied|unsuccessful|unauthori[sz]ed|forbidden|invalid|nok|ko|abort(?:ed)?|cancel(?:l?ed)?|time(?:d[ _-]?)?out|expired|[45]\d\d)$/i;
const UNFINISHED =
  /^(?:pending|processing|in[ _-]?progress|queued|accepted|scheduled|running|started|not[ _-]?started|submitted|received|waiting|deferred|staging)$/i;

/**
 * Reads what a parsed answer, or one of the results that it lists, says of how it went. A failure anywhere counts, then
 * what is not done yet.
 */
export function outcomeInBody(said: unknown, depth = 0): OutcomeInBody {
  if (isFalse(said)) return depth === 0 ? 'failure' : undefined;
  if (Array.isArray(said)) return worst(said.filter(isResult), depth);
  if (!isObject(said)) return undefined;
  const members = Object.entries(said).map(([name, value]) => [plain(name), value] as const);
  const here = members.map(([name, value]) => ofMember(name, value));
  if (here.includes('failure')) return 'failure';
  const within = members.filter(([name, value]) => ENVELOPES.has(name) && isResult(value));
  return (
    worst(
      within.map(([, value]) => value),
      depth,
    ) ?? here.find((one) => one !== undefined)
  );
}

function worst(values: readonly unknown[], depth: number): OutcomeInBody {
  if (depth === DEEPEST) return undefined;
  let found: OutcomeInBody;
  for (const value of values) {
    const one = outcomeInBody(value, depth + 1);
    if (one === 'failure') return one;
    found ??= one;
  }
  return found;
}

function ofMember(name: string, value: unknown): OutcomeInBody {
  switch (name) {
    case 'success':
    case 'succeeded':
    case 'successful':
    case 'ok':
      return isFalse(value) || value === 0 || value === '0' ? 'failure' : undefined;
    case 'deleted': // Often a number of users: 0 of one who is not there.
      return isFalse(value) ? 'failure' : undefined;
    case 'error':
    case 'errors':
      return isSomething(value) ? 'failure' : undefined;
    case 'statuscode':
      return ofCode(value, Infinity);
    case 'code': // Beyond 599 it is a number of the service's own, which may stand for a success.
      return ofCode(value, 599);
    case 'status':
    case 'state':
      return typeof value === 'string' ? ofWord(value.trim()) : ofCode(value, Infinity);
    case 'result': // As a number it counts users.
      return typeof value === 'string' ? ofWord(value.trim()) : undefined;
    default:
      return undefined;
  }
}

function ofCode(value: unknown, most: number): OutcomeInBody {
  const code = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && code >= 400 && code <= most ? 'failure' : undefined;
}

function ofWord(word: string): OutcomeInBody {
  if (FAILED.test(word)) return 'failure';
  return UNFINISHED.test(word) ? 'unfinished' : undefined;
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false');
}

function isResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Many answers have the member always, empty where nothing is wrong. */
function isSomething(value: unknown): boolean {
  if (value === undefined || value === null || value === 0 || isFalse(value)) return false;
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** A name as each style writes it: `statusCode`, `status_code`, `StatusCode`. */
function plain(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
