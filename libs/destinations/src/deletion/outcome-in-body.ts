import { isObject } from '@lethe/contracts/json';

/** Outcome of a deletion or a verification that the body of an answer reports. */
export type OutcomeInBody = 'failure' | 'unfinished' | undefined;

/**
 * Members that are searched for an outcome. Other members are not searched, because they can repeat
 * the request or contain data.
 */
const ENVELOPES = new Set(
  'data d result results response responses body payload output status meta job task deletion verification'.split(
    ' ',
  ),
);
/** Maximum depth of the search. Deeper members are data. */
const DEEPEST = 5;
const FAILED =
  /^(?:fail(?:ed|ure)?|errors?|rejected|refused|denied|unsuccessful|unauthori[sz]ed|forbidden|invalid|nok|ko|abort(?:ed)?|cancel(?:l?ed)?|time(?:d[ _-]?)?out|expired|[45]\d\d)$/i;
const UNFINISHED =
  /^(?:pending|processing|in[ _-]?progress|queued|accepted|scheduled|running|started|not[ _-]?started|submitted|received|waiting|deferred|staging)$/i;

/**
 * Returns the outcome that a parsed answer or one of its results reports. A failure takes
 * precedence over an unfinished one.
 */
export function outcomeInBody(body: unknown, depth = 0): OutcomeInBody {
  if (isFalse(body)) return depth === 0 ? 'failure' : undefined;
  if (Array.isArray(body)) return worst(body.filter(isResult), depth);
  if (!isObject(body)) return undefined;
  const members = Object.entries(body).map(([name, value]) => [canonical(name), value] as const);
  const outcomes = members.map(([name, value]) => fromMember(name, value));
  if (outcomes.includes('failure')) return 'failure';
  const envelopes = members.filter(([name, value]) => ENVELOPES.has(name) && isResult(value));
  return (
    worst(
      envelopes.map(([, value]) => value),
      depth,
    ) ?? outcomes.find((outcome) => outcome !== undefined)
  );
}

function worst(values: readonly unknown[], depth: number): OutcomeInBody {
  if (depth === DEEPEST) return undefined;
  let found: OutcomeInBody;
  for (const value of values) {
    const outcome = outcomeInBody(value, depth + 1);
    if (outcome === 'failure') return outcome;
    found ??= outcome;
  }
  return found;
}

function fromMember(name: string, value: unknown): OutcomeInBody {
  switch (name) {
    case 'success':
    case 'succeeded':
    case 'successful':
    case 'ok':
      return isFalse(value) || value === 0 || value === '0' ? 'failure' : undefined;
    case 'deleted': // often a number of users; 0 for an unknown user
      return isFalse(value) ? 'failure' : undefined;
    case 'error':
    case 'errors':
      return isNotEmpty(value) ? 'failure' : undefined;
    case 'statuscode':
      return fromCode(value, Infinity);
    case 'code': // a code above 599 is no HTTP status, and can mean success
      return fromCode(value, 599);
    case 'status':
    case 'state':
      return typeof value === 'string' ? fromWord(value.trim()) : fromCode(value, Infinity);
    case 'result': // a result that is a number counts users
      return typeof value === 'string' ? fromWord(value.trim()) : undefined;
    default:
      return undefined;
  }
}

function fromCode(value: unknown, most: number): OutcomeInBody {
  const code = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof code === 'number' && code >= 400 && code <= most ? 'failure' : undefined;
}

function fromWord(word: string): OutcomeInBody {
  if (FAILED.test(word)) return 'failure';
  return UNFINISHED.test(word) ? 'unfinished' : undefined;
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === 'string' && value.trim().toLowerCase() === 'false');
}

function isResult(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Returns false for an empty `error` or `errors`, which many APIs send without an error. */
function isNotEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === 0 || isFalse(value)) return false;
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** Returns one spelling for `statusCode`, `status_code`, `StatusCode` and similar names. */
function canonical(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase();
}
