import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import { readSuppression, type SuppressionChange } from './read-suppression.js';
import { RecordReader } from './record-reader.js';

const STATE = {
  workspaceId: 'ws',
  userId: 'user-1',
  suppressed: { allSources: false, sourceIds: ['src_app', 'src_web'] },
  changedAt: '2026-01-01T00:00:00.000Z',
};
const KEY = 'ws:user-1';
type Bytes = Buffer | string | null;

/** Returns a record as a cursor presents it, among other bytes. */
function recordOf(key: Bytes, value: Bytes, before = '', behind: Uint8Array | string = '') {
  const [keyBytes, valueBytes] = [key, value].map((one) => Buffer.from(one ?? ''));
  const keyStart = Buffer.byteLength(before);
  const keyEnd = keyStart + keyBytes!.length;
  const valueEnd = keyEnd + valueBytes!.length;
  return {
    bytes: Buffer.concat([Buffer.from(before), keyBytes!, valueBytes!, Buffer.from(behind)]),
    keyStart: key === null ? -1 : keyStart,
    keyEnd,
    valueStart: value === null ? -1 : keyEnd,
    valueEnd,
    key: key === null ? null : keyBytes!,
    value: value === null ? null : valueBytes!,
  };
}

type Read = ReturnType<RecordReader['read']>;

/** Returns a change with its key as text. */
function inTexts(change: Read): SuppressionChange | string {
  if (typeof change !== 'object' || !('bytes' in change)) return change;
  const { bytes, start, colon, end } = change;
  const workspaceId = bytes.toString('utf8', start, colon);
  return {
    workspaceId,
    userId: bytes.toString('utf8', colon + 1, end),
    state: change.state && {
      allSources: change.state.allSources,
      sourceIds: change.state.sourceIds,
    },
  };
}

const isRead = (change: Read): boolean => typeof change === 'object' && 'bytes' in change;

/** Texts of a value, as JSON, that a careless reader confuses with the state. */
const PIECES = {
  workspaceId: ['"ws"', '"w\\u0073"', '"ws2"', '"wś"', '"\\ud800"', '1', 'null', '["ws"]', '""'],
  userId: ['"user-1"', '"user-1 "', '"user-2"', '"\\u0075ser-1"', '"us\u0000er"', '{}', 'true'],
  allSources: ['true', 'false', 'null', '"true"', '1', '[]', 'tru', 'falsey'],
  sourceIds: [
    '[]',
    '["src_app"]',
    '["src_web","src_app"]',
    '["*"]',
    '["a","a"]',
    '[""]',
    '["ä"]',
    '["\\n"]',
    '["a",]',
    '["a"',
    '["a",1]',
    '[["a"]]',
    '"a"',
    '[ "a" ]',
    '[,"a"]',
  ],
  other: ['"x"', '1', '-0.5e3', '01', 'null', '{"userId":"x"}', '[]', '["x"]', '"\\"', '"\t"', ''],
};
const pieceOf = (name: keyof typeof PIECES): fc.Arbitrary<string> => {
  const [usual, ...others] = PIECES[name];
  return fc.oneof({ weight: 6, arbitrary: fc.constant(usual!) }, fc.constantFrom(...others));
};
const memberOf = (name: keyof typeof PIECES, written = name as string): fc.Arbitrary<string> =>
  pieceOf(name).map((value) => `"${written}":${value}`);
const extra = fc.oneof(
  memberOf('other', 'changedAt'),
  memberOf('other', '__proto__'),
  memberOf('other', ''),
  memberOf('other', 'userIdx'),
  memberOf('userId', 'user\\u0049d'),
  memberOf('workspaceId'),
  memberOf('userId'),
  memberOf('allSources'),
  memberOf('sourceIds'),
);
const members = (usual: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.tuple(...usual), fc.array(extra, { maxLength: 2 }), fc.boolean())
    .chain(([all, more, isInOrder]) =>
      isInOrder ? fc.constant([...all, ...more]) : fc.shuffledSubarray([...all, ...more]),
    )
    .map((all) => `{${all.join(',')}}`);
const suppressed = members([memberOf('allSources'), memberOf('sourceIds')]).map(
  (inner) => `"suppressed":${inner}`,
);
const twice = fc.tuple(suppressed, suppressed).map((both) => both.join(','));
const state = members([
  memberOf('workspaceId'),
  memberOf('userId'),
  fc.oneof({ weight: 4, arbitrary: suppressed }, twice),
]);
/** A text with a change at one place: a byte that is replaced, inserted or missing. */
const broken = fc
  .tuple(state, fc.nat(), fc.nat({ max: 2 }), fc.uint8Array({ minLength: 1, maxLength: 2 }))
  .map(([text, place, cut, inserted]) => {
    const bytes = Buffer.from(text);
    const at = place % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at + cut)]);
  });
const framed = fc
  .tuple(
    fc.constantFrom('', '', ' ', '\n', '\ufeff', '['),
    state,
    fc.constantFrom('', ' ', '}', '\0', 'x'),
  )
  .map((parts) => parts.join(''));
const value = fc.oneof(
  fc.constant(null),
  state,
  framed,
  broken,
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc.json(),
);
const key = fc.oneof(
  { weight: 6, arbitrary: fc.constant(KEY) },
  fc.constantFrom(
    'ws:user-2',
    'ws2:user-1',
    'ws:',
    ':user-1',
    'ws',
    '',
    'ws: user-1',
    'ws:user-1 ',
  ),
  fc.constantFrom(
    'ws:user:1',
    'ws:\u007f',
    'ws:ü',
    'wś:user-1',
    'w\u0000s:user-1',
    'ws:us\u0000er',
    null,
  ),
  fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes)),
);
/** Bytes of the next record, some of which complete a text that is cut off. */
const behind = fc.oneof(
  fc.constantFrom('', '"', '}', '"}', '}}', ' ', ']}}', '"]}}', 'e}}', ',"sourceIds":[]}}'),
  fc.uint8Array({ maxLength: 6 }),
);

describe('RecordReader', () => {
  it('reads every record like readSuppression', () => {
    const reader = new RecordReader();
    let usual = 0;
    fc.assert(
      fc.property(key, value, behind, (recordKey, recordValue, next) => {
        const record = recordOf(recordKey, recordValue, 'previous', next);
        const change = reader.read(record);
        if (isRead(change)) usual += 1;
        expect(inTexts(change)).toEqual(readSuppression(record.key, record.value));
      }),
      { numRuns: usualOrLong(3_000, 1_000_000) },
    );
    expect(usual).toBeGreaterThan(300);
  });

  it('reads a state with one unusual part like readSuppression', () => {
    const reader = new RecordReader();
    const text = ({ workspaceId, userId, allSources, sourceIds, other }: Record<string, string>) =>
      `{"workspaceId":${workspaceId},"later":${other},"userId":${userId},"suppressed":{"allSources":${allSources},"later":${other},"sourceIds":${sourceIds}}}`;
    const usual = Object.fromEntries(
      Object.entries(PIECES).map(([name, [piece]]) => [name, piece!]),
    );
    for (const [name, pieces] of Object.entries(PIECES)) {
      for (const piece of pieces) {
        const record = recordOf(KEY, text({ ...usual, [name]: piece }));
        expect(inTexts(reader.read(record))).toEqual(readSuppression(record.key, record.value));
      }
    }
  });

  it.each([
    ['ru:als', { workspaceId: true, userId: false }],
    ['"ws":"user-1"', { workspaceId: ['ws'], userId: ['user-1'] }],
  ])('rejects the key %s with the ids %j, which are no texts', (key, ids) => {
    expect(new RecordReader().read(recordOf(key, JSON.stringify({ ...STATE, ...ids })))).toBe(
      'shape',
    );
  });

  it('reads a text that is cut off at any place like readSuppression', () => {
    const reader = new RecordReader();
    const text = JSON.stringify(STATE);
    for (let length = 0; length <= text.length; length += 1) {
      const record = recordOf(KEY, text.slice(0, length), '', text.slice(length));
      expect(inTexts(reader.read(record))).toEqual(readSuppression(record.key, record.value));
    }
  });

  it.each([
    ['a state as the relay writes it', STATE],
    ['a state of all sources', { ...STATE, suppressed: { allSources: true, sourceIds: [] } }],
    ['another sequence and more members', { later: ['x'], more: true, ...STATE }],
    ['a colon in the user id', { ...STATE, userId: 'a:b c' }],
  ])('needs no strings for %s', (_, content) => {
    const change = new RecordReader().read(
      recordOf(`ws:${content.userId}`, JSON.stringify(content)),
    );
    expect(isRead(change)).toBe(true);
    const { workspaceId, userId, suppressed } = content;
    expect(inTexts(change)).toEqual({ workspaceId, userId, state: suppressed });
  });

  it('needs no strings for a tombstone', () => {
    const change = new RecordReader().read(recordOf(KEY, null));
    expect(isRead(change)).toBe(true);
    expect(inTexts(change)).toEqual({ workspaceId: 'ws', userId: 'user-1', state: undefined });
  });

  it('reads each of many lists, which is more than it keeps', () => {
    const reader = new RecordReader();
    const long = [509, 510, 511, 512].map((length) => 'x'.repeat(length - 4));
    const short = Array.from({ length: 1_100 }, (_, list) => `b${list}`);
    for (const id of [...short, ...long, ...short]) {
      const suppressed = { allSources: id.endsWith('3'), sourceIds: [id, 'a', id] };
      const change = reader.read(recordOf(KEY, JSON.stringify({ ...STATE, suppressed })));
      const { state } = inTexts(change) as SuppressionChange;
      if (JSON.stringify(state) !== JSON.stringify(suppressed)) throw new Error(id);
    }
  });

  it('reads no more than a few bytes after a value that does not end', () => {
    for (const start of ['{"a":"', '{"a":["', '{"', '{"suppressed":{"', '{"userId":"', '{"a":t']) {
      const record = recordOf(KEY, start, '', 'rue'.repeat(1_000));
      let last = 0;
      const bytes = new Proxy(record.bytes, {
        get: (target, name) => {
          if (typeof name === 'string' && /^\d+$/.test(name)) last = Math.max(last, Number(name));
          return Reflect.get(target, name) as unknown;
        },
      });
      expect(new RecordReader().read({ ...record, bytes })).toBe('json');
      expect(last).toBeLessThanOrEqual(record.valueEnd + 4);
    }
  });
});
