import { jest } from '@jest/globals';
import fc from 'fast-check';
import { eventFilterConfigSchema } from '../event-filter.config.js';
import { parsePlace, type EventPlace } from './event-place.js';
import { RecordFilter } from './record-filter.js';

const places = (...texts: string[]): EventPlace[] => {
  return texts.map((text) => parsePlace(text)).filter((place) => place !== undefined);
};

/** @param suppressed entries of the form `workspace/user` or `workspace/user/source` */
function filterOf(
  suppressed: readonly string[],
  options: { user?: EventPlace[]; workspace?: EventPlace[] } = {},
) {
  const queried: string[] = [];
  const filter = new RecordFilter({
    user: places('pointer:/userId'),
    workspace: places('header:workspaceId', 'pointer:/workspaceId'),
    source: places('header:sourceId', 'pointer:/sourceId'),
    ...options,
    suppressions: {
      isSuppressed: (workspace, user, source) => {
        queried.push(user);
        return (
          suppressed.includes(`${workspace}/${user}`) ||
          suppressed.includes(`${workspace}/${user}/${source}`)
        );
      },
    },
  });
  const decide = (
    value: string | Buffer | null,
    headers: Record<string, string> = { workspaceId: 'ws' },
  ) => {
    return filter.decide({
      value: typeof value === 'string' ? Buffer.from(value) : value,
      lastHeader: (name) => headers[name],
    });
  };
  return { decide, queried };
}

const FORWARD = { kind: 'forward', events: 1, withoutUser: 0, dropped: [] };
const FORWARD_ANONYMOUS = { ...FORWARD, withoutUser: 1 };
const drop = (sourceId?: string) => ({ kind: 'drop', dropped: [{ workspaceId: 'ws', sourceId }] });
const deadLetter = (reason: string) => ({ kind: 'dead-letter', reason });

describe('RecordFilter', () => {
  it('reads the texts of a record once for all events of its batch', () => {
    const long = 'u'.repeat(100_000);
    const { decide, queried } = filterOf([`ws/${long}`, 'ws/ann'], {
      user: places('header:user', 'pointer:/userId'),
    });
    const batch = [...Array.from({ length: 500 }, () => ({})), { userId: 'ann' }];
    const value = JSON.stringify({ userId: long, batch });
    const read = jest.spyOn(Buffer.prototype, 'toString');
    const verdict = decide(value, { workspaceId: 'ws', user: long });
    const sizes = read.mock.calls.map(([, start, end]) => Number(end ?? 0) - Number(start ?? 0));
    read.mockRestore();
    expect(verdict).toMatchObject({ kind: 'forward', events: 500, dropped: [{}] });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2 * value.length);
    expect(Math.max(...queried.map(({ length }) => length))).toBe(513);
  });

  it('compares the suppression key of a long id of a record', () => {
    const { decide } = filterOf(['ws/ann']);
    const userId = `ann${'\u200b'.repeat(600)}`;
    expect(decide(JSON.stringify({ userId, batch: [{}, {}] }))).toEqual({
      kind: 'drop',
      dropped: [{ workspaceId: 'ws' }, { workspaceId: 'ws' }],
    });
  });

  it('drops the events of suppressed users and forwards all other events', () => {
    const { decide } = filterOf(['ws/ann']);
    expect(decide('{"userId":"ann"}')).toEqual(drop());
    expect(decide('{"userId":"bob"}')).toEqual(FORWARD);
    expect(decide('{"userId":"ann"}', { workspaceId: 'other' })).toEqual(FORWARD);
  });

  it('applies a suppression at one source only to events of this source', () => {
    const { decide } = filterOf(['ws/ann/web']);
    expect(decide('{"userId":"ann"}', { workspaceId: 'ws', sourceId: 'web' })).toEqual(drop('web'));
    expect(decide('{"userId":"ann","sourceId":"web"}')).toEqual(drop('web'));
    expect(decide('{"userId":"ann","sourceId":"ios"}')).toEqual(FORWARD);
    expect(decide('{"userId":"ann"}')).toEqual(FORWARD);
  });

  it('takes the workspace from the first place with a text that is not empty', () => {
    const { decide } = filterOf(['ws/ann']);
    const event = '{"userId":"ann","workspaceId":"ws"}';
    expect(decide(event, {})).toEqual(drop());
    expect(decide(event, { workspaceId: '' })).toEqual(drop());
    expect(decide(event, { workspaceId: 'other' })).toEqual(FORWARD);
  });

  it('finds users in several nested places', () => {
    const user = places('header:user', 'pointer:/userId', 'pointer:/context/ids/1/a~1b');
    const { decide } = filterOf(['ws/ann'], { user });
    expect(decide('{"context":{"ids":[0,{"a/b":"ann"}]}}')).toEqual(drop());
    expect(decide('{"userId":"","context":{"ids":[0,{"a/b":"ann"}]}}')).toEqual(drop());
    expect(decide('{"userId":"bob","context":{"ids":[0,{"a/b":"ann"}]}}')).toEqual(drop());
    expect(decide('{"userId":"bob"}', { workspaceId: 'ws', user: 'ann' })).toEqual(drop());
    expect(decide('{"userId":"bob","context":{"ids":[{"a/b":"ann"}]}}')).toEqual(FORWARD);
    expect(decide('{"userId":"bob","context":{"ids":{"1":{"a/b":"ann"}}}}')).toEqual(drop());
    expect(decide('{"context":{"ids":[0]}}')).toEqual(FORWARD_ANONYMOUS);
    expect(decide('{"context":5}')).toEqual(FORWARD_ANONYMOUS);
    expect(decide('{}', { workspaceId: 'ws', user: 'ann' })).toEqual(drop());
  });

  it('uses a fixed workspace for all events', () => {
    const { decide } = filterOf(['ws/ann'], { workspace: places('fixed:ws') });
    expect(decide('{"userId":"ann"}', {})).toEqual(drop());
  });

  it.each(['{}', '{"userId":null}', '{"userId":""}', '{"anonymousId":"x"}'])(
    'forwards an event without a user and does not query the index: %s',
    (event) => {
      const { decide, queried } = filterOf([]);
      expect(decide(event)).toEqual(FORWARD_ANONYMOUS);
      expect(queried).toEqual([]);
    },
  );

  it.each([
    ['42', '42'],
    ['-1.50', '-1.50'],
    ['42.0', '42.0'],
    ['42.0', '42'],
    ['4.2e1', '42'],
    ['-1.50', '-1.5'],
    ['12345678901234567890.0', '12345678901234567890'],
    ['false', 'false'],
    ['{ "a": 1 }', '{"a":1}'],
    ['["x"]', '["x"]'],
  ])('compares a userId that is not a string by its JSON text: %s', (json, text) => {
    const { decide } = filterOf([`ws/${text}`]);
    expect(decide(`{"userId":${json}}`)).toEqual(drop());
  });

  it.each([
    ['"42.0"', '42'],
    ['42', '42.0'],
    ['42.5', '42'],
    ['1e512', `1${'0'.repeat(512)}`],
    ['12345678901234567891', '12345678901234567890'],
  ])('does not match %s with the user %s', (json, userId) => {
    const { decide } = filterOf([`ws/${userId}`]);
    expect(decide(`{"userId":${json}}`)).toEqual(FORWARD);
  });

  it('drops an event with a suppressed user in any default place', () => {
    const user = eventFilterConfigSchema.shape.LETHE_EVENT_USER.parse(undefined);
    const { decide } = filterOf(['ws/ann', 'ws/42'], { user });
    const alias = (id: string) => `{"type":"alias","userId":"new","previousId":${id}}`;
    const traits = (id: string) => `{"userId":"bob","context":{"traits":{"userId":${id}}}}`;
    for (const event of [alias, traits]) {
      expect(decide(event('"ann"'))).toEqual(drop());
      expect(decide(event('4.2e1'))).toEqual(drop());
      expect(decide(event('"eve"'))).toEqual(FORWARD);
      expect(decide(event('null'))).toEqual(FORWARD);
    }
    expect(decide('{"context":{"traits":{"userId":"ann"}}}')).toEqual(drop());
    expect(decide(`{"batch":[${alias('"ann"')},${traits('"eve"')}]}`)).toMatchObject({
      kind: 'forward',
      events: 1,
    });
  });

  it('uses the last of repeated members, like other JSON parsers', () => {
    const { decide } = filterOf(['ws/ann']);
    expect(decide('{"userId":"bob","userId":"ann"}')).toEqual(drop());
    expect(decide('{"userId":"ann","userId":"bob"}')).toEqual(FORWARD);
  });

  describe('a record that cannot be filtered', () => {
    it.each([
      [null, 'no_value'],
      ['', 'not_json'],
      ['not json', 'not_json'],
      ['{"userId":"ann"', 'not_json'],
      ['{"userId":"ann"} x', 'not_json'],
      ['[{"userId":"ann"}]', 'not_an_object'],
      ['"text"', 'not_an_object'],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not_utf8'],
    ])('becomes a dead letter: %j', (value, reason) => {
      expect(filterOf([]).decide(value)).toEqual(deadLetter(reason));
    });

    it.each(['{"userId":"bob"}', '{"workspaceId":5}', '{"workspaceId":""}', '{"batch":[{}]}'])(
      'becomes a dead letter if an event has no workspace: %s',
      (value) => {
        expect(filterOf([]).decide(value, {})).toEqual(deadLetter('no_workspace'));
      },
    );
  });

  describe('a batch', () => {
    it('is forwarded unchanged when all its events pass', () => {
      const { decide } = filterOf(['ws/ann']);
      const verdict = decide('{"batch":[{"userId":"bob"},{},7]}');
      expect(verdict).toEqual({ kind: 'forward', events: 3, withoutUser: 2, dropped: [] });
    });

    it('is dropped when no event passes', () => {
      const { decide } = filterOf(['ws/ann']);
      const dropped = { workspaceId: 'ws', sourceId: undefined };
      expect(decide('{"batch":[{"userId":"ann"},{"userId":"ann"}]}')).toEqual({
        kind: 'drop',
        dropped: [dropped, dropped],
      });
    });

    it('loses only the dropped events, and keeps all other values byte for byte', () => {
      const { decide } = filterOf(['ws/ann']);
      const head = '{ "n":12345678901234567890, "e":1E400,"n":1.0, "batch" : [ ';
      const kept = ['{"userId":"bob", "big":9007199254740993}', '{"z":1,"a":"\\u00e9","z":2}'];
      const tail = ' ] , "sentAt":"x"}';
      const all = ['{"userId":"ann"}', kept[0], '{"userId":"ann","deep":[[{}]]}', kept[1]];
      const verdict = decide(`${head}${all.join(' ,\n ')}${tail}`);
      expect(verdict).toMatchObject({ kind: 'forward', events: 2 });
      const value = verdict.kind === 'forward' ? String(verdict.value) : '';
      expect(value).toBe(`${head}${kept.join(',')}${tail}`);
      expect(JSON.parse(value)).toHaveProperty('batch.length', 2);
    });

    it('reads the members of each event first, then the members of its record', () => {
      const { decide } = filterOf(['ws/ann/web']);
      const event = '{"userId":"ann"}';
      expect(decide(`{"sourceId":"web","batch":[${event}]}`)).toEqual(drop('web'));
      expect(decide(`{"sourceId":"web","batch":[{"userId":"ann","sourceId":"ios"}]}`)).toEqual(
        FORWARD,
      );
      expect(decide(`{"userId":"ann","sourceId":"web","batch":[{}]}`)).toEqual(drop('web'));
      expect(decide(`{"userId":"ann","sourceId":"web","batch":[{"userId":"bob"}]}`)).toEqual(
        drop('web'),
      );
    });

    it('is treated as one event when it is empty or not an array', () => {
      const { decide } = filterOf(['ws/ann']);
      expect(decide('{"batch":[]}')).toEqual(FORWARD_ANONYMOUS);
      expect(decide('{"batch":[],"userId":"ann"}')).toEqual(drop());
      expect(decide('{"batch":{"userId":"bob"},"userId":"ann"}')).toEqual(drop());
    });
  });

  it('decides like a plain program that parses the document', () => {
    const id = fc.constantFrom('ann', 'eve', 'bob', '', null);
    const event = fc.record(
      {
        ...{ userId: id, previousId: id, workspaceId: fc.constantFrom('ws', 'other', '', 5) },
        sourceId: fc.constantFrom('web', 'ios', '', null),
        context: fc.oneof(id, fc.record({ traits: fc.record({ userId: id }) })),
        other: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    );
    const batch = fc.array(fc.oneof({ weight: 9, arbitrary: event }, fc.constant(7)));
    const document = fc.tuple(event, fc.option(batch)).map(([record, events]) => ({
      ...record,
      ...(events === null ? {} : { batch: events }),
    }));
    const text = fc.constantFrom('ws', 'web', 'other', '');
    const headers = fc.record({ workspaceId: text, sourceId: text }, { requiredKeys: [] });
    const user = eventFilterConfigSchema.shape.LETHE_EVENT_USER.parse(undefined);
    const { decide } = filterOf(['ws/ann', 'ws/eve/web'], { user });
    fc.assert(
      fc.property(document, headers, (parsed, given) => {
        const found = decide(JSON.stringify(parsed), given);
        expect(found.kind === 'forward' ? { ...found, value: undefined } : found).toEqual(
          decidePlainly(parsed, given),
        );
        if (found.kind !== 'forward' || found.value === undefined) return;
        const { batch: kept } = JSON.parse(String(found.value)) as { batch: unknown[] };
        expect(kept).toHaveLength(found.events);
      }),
      { numRuns: 500 },
    );
  });
});

interface ParsedEvent {
  readonly userId?: unknown;
  readonly previousId?: unknown;
  readonly workspaceId?: unknown;
  readonly sourceId?: unknown;
  readonly context?: unknown;
  readonly batch?: readonly unknown[];
}

/** Decides like the filter, for the default places and for user ids that are strings. */
function decidePlainly(
  document: ParsedEvent,
  headers: { readonly workspaceId?: string; readonly sourceId?: string },
): object {
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const check = (...events: ParsedEvent[]) => {
    const workspaceId = [headers.workspaceId, ...events.map((event) => event.workspaceId)].find(
      isText,
    );
    if (workspaceId === undefined) return 'no_workspace';
    const users = events
      .flatMap(({ userId, previousId, context }) => {
        const { traits } = Object(context) as { traits?: { userId?: unknown } };
        return [userId, previousId, traits?.userId];
      })
      .filter(isText);
    if (users.length === 0) return 'no_user';
    const sourceId = [headers.sourceId, ...events.map((event) => event.sourceId)].find(isText);
    const isDropped =
      workspaceId === 'ws' &&
      users.some((user) => user === 'ann' || (user === 'eve' && sourceId === 'web'));
    return isDropped ? { workspaceId, sourceId } : 'passes';
  };
  const { batch = [] } = document;
  const results =
    batch.length === 0
      ? [check(document)]
      : batch.map((event) => check(Object(event) as ParsedEvent, document));
  if (results.includes('no_workspace')) return deadLetter('no_workspace');
  const dropped = results.filter((result) => typeof result === 'object');
  const events = results.length - dropped.length;
  if (events === 0) return { kind: 'drop', dropped };
  const withoutUser = results.filter((result) => result === 'no_user').length;
  return { kind: 'forward', events, withoutUser, dropped, value: undefined };
}
