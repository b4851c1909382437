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

/** The event of an example. */
export const EVENT = {
  type: 'track',
  event: 'Signed up',
  userId: 'user-1',
  properties: { plan: 'pro' },
};

/** The event of a test. What its type is, is checked after the scopes. */
export const message: Kind = {
  schema: {
    ...OBJECT,
    properties: { type: { type: 'string', enum: [...TEST_MESSAGE_TYPES] } },
    required: ['type'],
  },
  check: (value, report, { limits }) => {
    if (!isObject(value)) {
      report('must be an object: the event to test with');
      return;
    }
    const problem = sizeProblem(value, limits.testMessageBytes);
    if (problem !== undefined) report(problem);
    else if (nestsDeeperThan(value, FIXED_LIMITS.messageDepth)) report(TOO_DEEP);
  },
};

/** Configuration variables that a test overrides. The handler checks them by the type of the destination. */
export const overrides: Kind = {
  schema: OBJECT,
  check: (value, report) => {
    const problem = isObject(value)
      ? sizeProblem(value, FIXED_LIMITS.destinationConfigBytes)
      : 'must be an object of configuration variables';
    if (problem !== undefined) report(problem);
  },
};

/** The events of a test: how many, how large together, how deep. */
export const events: Kind = {
  schema: { type: 'array', items: OBJECT, minItems: 1, maxItems: MOST_EVENTS },
  check: (value, report, { limits }) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MOST_EVENTS) {
      report(`must be a list of 1 to ${MOST_EVENTS} events`);
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

/** Code that is tested without being saved. */
export const testedCode = textBy(testedCodeProblem);

/** What a stage made, or an object with `error` in its place. */
export const madeOrError = (elements: object): Kind => ({
  schema: {
    oneOf: [
      { type: 'array', items: elements },
      { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
    ],
  },
});

/** @returns what is wrong with the size of a value as JSON, if so */
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
