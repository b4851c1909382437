import type { FastifyRequest } from 'fastify';
import { DEFAULT_REQUEST_LIMITS, LetheError, type RequestLimits } from '@lethe/contracts';
import { TestDestinationRequestDto, tests, TestSourceRequestDto } from '@lethe/api/tests';
import { takeMerged, takeQuery } from '../operations/take-request.js';
import { checkMessageType, toTestRequest } from './test-request.js';

const MESSAGE = { type: 'track' };
const destination = (body: unknown, limits: RequestLimits = DEFAULT_REQUEST_LIMITS) =>
  toTestRequest(takeMerged(TestDestinationRequestDto, body, limits));
const source = (body: unknown) =>
  toTestRequest(takeMerged(TestSourceRequestDto, body, DEFAULT_REQUEST_LIMITS));
const readForce = (url: string) => {
  const { testSource } = tests.operations;
  const request = { url } as FastifyRequest;
  return (takeQuery(testSource, request, DEFAULT_REQUEST_LIMITS) as { force: boolean }).force;
};

/** Returns the problems of a body, by path. */
function problemsOf(check: () => unknown): unknown {
  try {
    check();
  } catch (error) {
    if (!(error instanceof LetheError)) throw error;
    expect(error.code).toBe('invalid_request');
    return error.details;
  }
  return {};
}

/** Returns an object in which objects and lists alternate. @param levels nesting levels, odd */
function nested(levels: number): Record<string, unknown> {
  return levels <= 1 ? {} : { a: [nested(levels - 2)] };
}

function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(levelsOf));
}

describe('the body of a test', () => {
  it.each([null, [], [MESSAGE], 'text', 7, true])('must be an object, not %j', (body) => {
    expect(problemsOf(() => destination(body))).toEqual({ body: 'must be a JSON object' });
    expect(problemsOf(() => source(body))).toEqual({ body: 'must be a JSON object' });
  });

  it.each([undefined, null, [], 'text', 7, true])('needs a message object, not %j', (message) => {
    expect(problemsOf(() => destination({ message }))).toEqual({
      message: 'must be an object: the test event',
    });
  });

  it.each([
    ['mesage', 'message'],
    ['stages', 'stage'],
    ['destination_config', 'destinationConfig'],
    ['force', undefined],
    ['toString', undefined],
  ])('has no member %s', (name, hint) => {
    const problems = problemsOf(() => destination({ message: MESSAGE, [name]: {} }));
    expect(problems).toEqual({
      [name]: `is not a known property${hint === undefined ? '' : `; did you mean "${hint}"?`}`,
    });
  });

  it('is refused with a member __proto__, and __proto__ in a message does not set its type', () => {
    const own = JSON.parse('{"message":{"type":"track"},"__proto__":{"stage":{}}}') as unknown;
    expect(problemsOf(() => destination(own))).toHaveProperty(['__proto__']);
    const inside = JSON.parse('{"message":{"__proto__":{"type":"track"}}}') as unknown;
    expect(() => {
      checkMessageType(destination(inside).message);
    }).toThrow('message type missing or invalid');
  });

  it('is refused with all problems in one error', () => {
    const body = { message: 1, stage: 1, destinationConfig: 1, other: 1 };
    expect(Object.keys(problemsOf(() => destination(body)) as object).sort()).toEqual([
      'destinationConfig',
      'message',
      'other',
      'stage',
    ]);
  });

  it('can have a destinationConfig only in a test of a destination', () => {
    const body = { message: MESSAGE, destinationConfig: {} };
    expect(problemsOf(() => source(body))).toHaveProperty('destinationConfig');
    expect(destination(body).destinationConfig).toEqual({});
  });

  it.each([null, [], 'text', 7])('needs a config object, not %j', (destinationConfig) => {
    expect(problemsOf(() => destination({ message: MESSAGE, destinationConfig }))).toEqual({
      destinationConfig: 'must be an object of configuration variables',
    });
  });

  it('can omit destinationConfig', () => {
    expect(destination({ message: MESSAGE })).not.toHaveProperty('destinationConfig');
  });
});

describe('the stages of a test', () => {
  it.each([
    [undefined, [true, true, false]],
    [{}, [false, false, false]],
    [{ user_transform: true }, [true, false, false]],
    [{ dest_transform: true }, [false, true, false]],
    [{ send_to_destination: true }, [false, false, true]],
    [
      { user_transform: false, dest_transform: true, send_to_destination: true },
      [false, true, true],
    ],
  ])('for %j are %j', (stage, [userTransform, destTransform, sendToDestination]) => {
    const stages = { userTransform, destTransform, sendToDestination };
    expect(destination({ message: MESSAGE, stage }).stages).toEqual(stages);
    expect(source({ message: MESSAGE, stage }).stages).toEqual(stages);
  });

  it.each([null, [], 'all', true])('must be an object, not %j', (stage) => {
    expect(
      Object.keys(problemsOf(() => destination({ message: MESSAGE, stage })) as object),
    ).toEqual(['stage']);
  });

  it.each(['true', 1, 0, null, {}, []])('must be true or false, not %j', (value) => {
    const stage = { user_transform: value, dest_transform: value, send_to_destination: value };
    expect(problemsOf(() => destination({ message: MESSAGE, stage }))).toEqual({
      'stage.user_transform': 'must be true or false',
      'stage.dest_transform': 'must be true or false',
      'stage.send_to_destination': 'must be true or false',
    });
  });

  it('are refused with an unknown member', () => {
    const stage = { userTransform: true, constructor: true };
    expect(problemsOf(() => destination({ message: MESSAGE, stage }))).toEqual({
      'stage.userTransform': 'is not a known property; did you mean "user_transform"?',
      'stage.constructor': 'is not a known property',
    });
  });
});

describe('the size limit of a test', () => {
  const ofBytes = (bytes: number, character = 'x') => {
    const empty = { type: 'track', text: '' };
    const textBytes = bytes - JSON.stringify(empty).length;
    const fill = character.repeat(textBytes / Buffer.byteLength(character));
    return {
      ...empty,
      text: fill.padEnd(fill.length + (textBytes % Buffer.byteLength(character)), 'x'),
    };
  };
  const KIB = 1024;

  it.each(['x', 'é', '😀'])(
    'is 256 KiB of UTF-8 for a message that consists of %s',
    (character) => {
      const largest = ofBytes(256 * KIB, character);
      expect(Buffer.byteLength(JSON.stringify(largest))).toBe(256 * KIB);
      expect(destination({ message: largest }).message).toBe(largest);
      expect(problemsOf(() => destination({ message: ofBytes(256 * KIB + 1, character) }))).toEqual(
        {
          message: 'must not be larger than 256 KiB',
        },
      );
    },
  );

  it('for a message can be set by an operator', () => {
    const limits = { ...DEFAULT_REQUEST_LIMITS, testMessageBytes: 2_000 };
    expect(problemsOf(() => destination({ message: ofBytes(2_000) }, limits))).toEqual({});
    expect(problemsOf(() => destination({ message: ofBytes(2_001) }, limits))).toEqual({
      message: 'must not be larger than 2,000 bytes',
    });
  });

  it('is 64 KiB for destinationConfig', () => {
    const body = (bytes: number) => ({ message: MESSAGE, destinationConfig: ofBytes(bytes) });
    expect(problemsOf(() => destination(body(64 * KIB)))).toEqual({});
    expect(problemsOf(() => destination(body(64 * KIB + 1)))).toEqual({
      destinationConfig: 'must not be larger than 64 KiB',
    });
  });

  it('for the nesting of a message is 64 levels', () => {
    const deepest = { type: 'track', a: nested(63) };
    expect(levelsOf(deepest)).toBe(64);
    expect(destination({ message: deepest }).message).toBe(deepest);
    const deeper = { type: 'track', a: { a: nested(63) } };
    expect(levelsOf(deeper)).toBe(65);
    expect(problemsOf(() => destination({ message: deeper }))).toEqual({
      message: 'must not nest deeper than 64 levels',
    });
  });
});

describe('the type of a message', () => {
  it.each(['identify', 'track', 'page', 'screen', 'group', 'alias'])('can be %s', (type) => {
    expect(() => {
      checkMessageType({ type });
    }).not.toThrow();
  });

  it.each([undefined, null, 7, true, [], ['track'], {}])('is missing or invalid as %j', (type) => {
    expect(() => {
      checkMessageType({ type });
    }).toThrow(
      new LetheError('invalid_message_type', { message: 'message type missing or invalid' }),
    );
  });

  it.each(['', 'Track', 'track ', 'order', 'constructor'])('is unsupported as %j', (type) => {
    expect(() => {
      checkMessageType({ type });
    }).toThrow(new LetheError('invalid_message_type', { message: 'message type is unsupported' }));
  });

  it('is reported with the supported types, in addition to the text of the specification', () => {
    expect(thrownBy({ type: 'order' })).toMatchObject({
      message: 'message type is unsupported',
      details: { 'message.type': 'must be one of identify, track, page, screen, group, alias' },
    });
  });
});

const PATH = '/v0/testDestination/dst_1';

describe('force', () => {
  it.each([
    ['', false],
    ['?', false],
    ['?force=false', false],
    ['?force=true', true],
    ['?&force=true&', true],
    ['?%66orce=tru%65', true],
  ])('of "%s" is %s', (query, force) => {
    expect(readForce(`${PATH}${query}`)).toBe(force);
  });

  it.each([
    ['?force', 'force'],
    ['?force=', 'force'],
    ['?force=1', 'force'],
    ['?force=TRUE', 'force'],
    ['?force=true+', 'force'],
    ['?force=true&force=true', 'force'],
    ['?force=false&force=true', 'force'],
    ['?force=%zz', 'force'],
    ['?forse=true', 'forse'],
    ['?Force=true', 'Force'],
    ['?force=true&x=1', 'x'],
    ['?__proto__=true', '__proto__'],
  ])('is refused in "%s", with an error about %s', (query, name) => {
    let thrown: unknown;
    try {
      readForce(`${PATH}${query}`);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(LetheError);
    expect(thrown).toMatchObject({ code: 'invalid_request' });
    expect(Object.keys((thrown as LetheError).details ?? {})).toEqual([name]);
  });
});

function thrownBy(message: { readonly type: string }): unknown {
  try {
    checkMessageType(message);
  } catch (error) {
    return error;
  }
  return undefined;
}
