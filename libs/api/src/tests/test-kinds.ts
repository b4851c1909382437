import {
  codeProblem,
  FIXED_LIMITS,
  isObject,
  nestsDeeperThan,
  TEST_MESSAGE_TYPES,
} from '@lethe/contracts';
import { textBy, type Kind } from '../definition/index.js';

const OBJECT = { type: 'object', additionalProperties: true } as const;
const TOO_DEEP = `must not nest deeper than ${FIXED_LIMITS.messageDepth} levels`;
const MOST_EVENTS = FIXED_LIMITS.testEvents;

/** Example event. */
export const EVENT = {
  type: 'track',
  event: 'Signed up',
  userId: 'user-1',
  properties: { plan: 'pro' },
};

/**
 * The event of a test. The handler checks the type of the event after it has checked the scopes.
 */
export const message: Kind = {
  schema: {
    ...OBJECT,
    properties: { type: { type: 'string', enum: [...TEST_MESSAGE_TYPES] } },
    required: ['type'],
  },
  check: (value, report, { limits }) => {
    if (!isObject(value)) {
      report('must be an object: the test event');
      return;
    }
    const problem = sizeProblem(value, limits.testMessageBytes);
    if (problem !== undefined) report(problem);
    else if (nestsDeeperThan(value, FIXED_LIMITS.messageDepth)) report(TOO_DEEP);
  },
};

/**
 * Configuration variables that a test replaces. The handler checks them against the destination
 * type.
 */
export const overrides: Kind = {
  schema: OBJECT,
  check: (value, report) => {
    const problem = isObject(value)
      ? sizeProblem(value, FIXED_LIMITS.destinationConfigBytes)
      : 'must be an object of configuration variables';
    if (problem !== undefined) report(problem);
  },
};

/** The events of a test. Their number, total size and nesting levels are limited. */
export const events: Kind = {
  schema: { type: 'array', items: OBJECT, minItems: 1, maxItems: MOST_EVENTS },
  check: (value, report, { limits }) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MOST_EVENTS) {
      report(`must be an array of 1 to ${MOST_EVENTS} events`);
      return;
    }
    value.forEach((event, at) => {
      if (!isObject(event)) report('must be an object: an event', `[${at}]`);
      else if (nestsDeeperThan(event, FIXED_LIMITS.messageDepth)) report(TOO_DEEP, `[${at}]`);
    });
    const tooLarge = sizeProblem(value, limits.testMessageBytes);
    if (tooLarge !== undefined) report(tooLarge);
  },
};

/** Code that is tested but not saved. */
export const testedCode = textBy(testedCodeProblem);

/**
 * Returns a `Kind` for the output of a stage. If the stage failed, the output is an object with
 * `error`.
 */
export const outputOrError = (elements: object): Kind => ({
  schema: {
    oneOf: [
      { type: 'array', items: elements },
      { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    ],
  },
});

/** Returns the problem if a value is too large as JSON, or undefined. */
export function sizeProblem(value: object, limitBytes: number): string | undefined {
  if (Buffer.byteLength(JSON.stringify(value)) <= limitBytes) return undefined;
  const limit =
    limitBytes % 1024 === 0
      ? `${limitBytes / 1024} KiB`
      : `${limitBytes.toLocaleString('en')} bytes`;
  return `must not be larger than ${limit}`;
}

export function testedCodeProblem(code: string): string | undefined {
  const limit = FIXED_LIMITS.testedCodeBytes;
  const isTooLong = () => Buffer.byteLength(JSON.stringify(code)) > limit;
  return (
    codeProblem(code) ??
    (isTooLong() ? `must not be longer than ${limit} bytes as JSON` : undefined)
  );
}
