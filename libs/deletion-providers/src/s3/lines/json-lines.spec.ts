import fc from 'fast-check';
import { JsonLines } from './json-lines.js';
import { UserSet } from '../user-set.js';

function run(
  text: Buffer,
  users: readonly string[],
  field = 'userId',
  cuts: readonly number[] = [],
) {
  const lines = new JsonLines(new UserSet(users), field);
  const kept: Buffer[] = [];
  let at = 0;
  for (const cut of [...cuts, text.length].sort((a, b) => a - b)) {
    if (cut < at || cut > text.length) continue;
    kept.push(...lines.feed(text.subarray(at, cut)));
    at = cut;
  }
  kept.push(...lines.finish());
  return { lines, kept: Buffer.concat(kept), counts: lines.counts };
}

const ROWS = '{"userId":"ben"}\n{"userId":"anna"}\n{"userId":"ben"}\n';

/** Returns the header of a file in a tar archive. It has 512 bytes and contains a checksum. */
function tarHeader(name: string, magic: string): string {
  const numbers = ['0000644', '0000000', '0000000', '00000000063', '00000000000'];
  const fields = `${name.padEnd(100, '\0')}${numbers.join('\0')}\0`;
  const sum = (check: string) =>
    `${fields}${check}0`.padEnd(257, '\0').concat(magic).padEnd(512, '\0');
  const bytes = Buffer.from(sum(' '.repeat(8)), 'latin1');
  const checksum = bytes.reduce((total, byte) => total + byte, 0).toString(8);
  return sum(`${checksum.padStart(6, '0')}\0 `);
}

describe('JsonLines', () => {
  it('removes only the rows of the user, wherever the chunks of the stream end', () => {
    const line = fc.oneof(
      fc.constantFrom('anna', 'ben', ' anna ').map((userId) => JSON.stringify({ userId })),
      fc.json(),
      fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
      fc.constantFrom('', ' ', '{"userId":"\\u0061nna"}', '{"userId":', '[{"userId":"anna"}]'),
    );
    const ends = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, ends)),
        fc.boolean(),
        fc.array(fc.nat(500)),
        (pairs, endsOpen, cuts) => {
          const texts = pairs.map(([text, end], i) =>
            endsOpen && i === pairs.length - 1 ? text : text + end,
          );
          const { kept } = run(Buffer.from(texts.join('')), ['anna'], 'userId', cuts);
          expect(kept.equals(Buffer.from(texts.filter((text) => !isAnna(text)).join('')))).toBe(
            true,
          );
        },
      ),
    );
  });

  it.each([
    ['{"userId":12}', 1],
    ['{"userId":12.5}', 0],
    ['{"userId":12.0}', 0],
    ['{"user\\u0049d":"\\u00312"}', 1],
    ['{"userId":123456789012345678901}', 1],
    ['{"userId":123456789012345678902}', 0],
    ['\uFEFF{"userId":"12"}', 1],
    ['{"userId":["12"]}', 0],
    ['{"userId":null}', 0],
    ['{"user":{"userId":"12"}}', 0],
    ['{"__proto__":{"userId":"12"}}', 0],
  ])('from %s, removes %i rows by the field userId', (line, removed) => {
    const { counts } = run(Buffer.from(line), ['12', '123456789012345678901']);
    expect(counts.removed).toBe(removed);
  });

  it.each([
    ['{"a":{"b":"x"}}', 1],
    ['{"a.b":"x"}', 1],
    ['{"a.b":"x","a":{"b":"x"}}', 0],
    ['{"a":"x"}', 0],
  ])('from %s, removes %i rows by the field a.b', (line, removed) => {
    expect(run(Buffer.from(line), ['x'], 'a.b').counts.removed).toBe(removed);
  });

  it('rejects a line that is too long', () => {
    const lines = new JsonLines(new UserSet(['x']), 'userId');
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    expect(() => {
      for (let i = 0; i < 2; i += 1) lines.feed(chunk);
    }).toThrow('has a line of more than 1 MiB');
    expect(() => run(Buffer.concat([chunk, Buffer.from('xx\n')]), ['x'])).toThrow('1 MiB');
  });

  it.each([
    ['[\n{"userId":"anna"},\n{"userId":"ben"}\n]', 'is a JSON array'],
    ['[{"userId":"ben"}]\n{"userId":"carla"}\n{}\n', 'is a JSON array'],
    ['{\n "userId": "carla",\n "x":\n{}\n}\n', 'is neither'],
    ['userId,n\nanna,1\n', 'is neither'],
    [Buffer.from('{"userId":"ann\xe9"}', 'latin1'), 'has a userId that is not UTF-8'],
    [Buffer.from('{}\n{}\nann\xe9;1', 'latin1'), 'is neither JSON nor UTF-8'],
  ])('rejects the object %j', (text, why) => {
    expect(() => {
      run(Buffer.from(text as string), ['anna']).lines.check();
    }).toThrow(why);
  });

  it.each([
    ['an archive (tar)', tarHeader('1.jsonl', 'ustar')],
    ['an archive (tar)', tarHeader('1.jsonl', '')],
    ['an archive (zip)', 'PK\x03\x04\n\0\0\0\0\0'],
    ['an archive (rar)', 'Rar!\x1a\x07\x01\0'],
    ['an archive (ar)', '!<arch>\n1.jsonl/  0  0  0  644  51  `\n'],
    ['an archive (cpio)', '070701000000\0'],
    ['an archive (WARC)', 'WARC/1.0\r\nContent-Length: 51\r\n\r\n'],
    ['a bulk request', '{"index":{"_id":"1"}}\n'],
    ['a bulk request', '\uFEFF{"create":{}}\n'],
  ])('rejects %s (%#)', (kind, head) => {
    expect(() => {
      run(Buffer.from(head + ROWS), ['anna']).lines.check();
    }).toThrow(`is ${kind}`);
  });

  it.each([
    '',
    '\n',
    '{}\nnot json\n',
    `1.jsonl ${'x'.repeat(600)}\n${ROWS}`,
    `{"index":{"_id":"1"},"userId":"ben"}\n${ROWS}`,
    `{"index":1}\n${ROWS}`,
    '{"userId":"anna"}\n{"userId":"an',
    '{"userId":"ben","friend":{"userId":"anna"}}',
    '{"userId":"ben","said":"\\"userId\\":\\"anna\\""}',
    '{"userId":["ben"]}',
    '{"userId":"\uFFFD"}',
    Buffer.from('{"userId":"ben","said":"ann\xe9"}', 'latin1'),
  ])('accepts the object %j', (text) => {
    run(Buffer.from(text as string), ['anna']).lines.check();
  });

  it('needs time in proportion to the length of a line, for any content', () => {
    for (const part of ['"', '\\"', ']', '{"', 'anna', ' ']) {
      const line = `{}\n{}\n"${part.repeat(500_000 / part.length)}`;
      run(Buffer.from(line), ['anna']).lines.check();
    }
  });
});

/** Returns whether the row belongs to `anna`. Uses `JSON.parse` instead of the tested code. */
function isAnna(text: string): boolean {
  try {
    const row = JSON.parse(text) as { userId?: unknown } | null;
    const isRow = typeof row === 'object' && row !== null && !Array.isArray(row);
    const userId = isRow && Object.hasOwn(row, 'userId') ? row.userId : undefined;
    return userId === 'anna';
  } catch {
    return false;
  }
}
