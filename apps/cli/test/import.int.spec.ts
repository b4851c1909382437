import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { ApiUnderTest, refusal, type Answer, type Received } from './api-under-test.js';
import { runCli, startCommand, type CliResult } from './cli-under-test.js';

let api: ApiUnderTest;
let folder: string;
let file: string;

beforeEach(async () => {
  api = new ApiUnderTest();
  await api.start();
  folder = mkdtempSync(join(tmpdir(), 'lethe-import-'));
  file = join(folder, 'users.csv');
});
afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const taken = (): Answer => ({ status: 201, body: 'Created' });
const journal = () => `${file}.lethe-journal`;
const write = (text: string | Buffer) => {
  writeFileSync(file, text);
};
/** A file of users `u1` to `u<n>`. */
const users = (n: number) =>
  ['userId', ...Array.from({ length: n }, (_, at) => `u${at + 1}`), ''].join('\n');
const importing = (...args: string[]): Promise<CliResult> =>
  runCli(['import', file, ...args], api.environment);
const summary = ({ stdout }: CliResult): unknown => JSON.parse(stdout.at(-1) ?? '{}');
const idsOf = ({ body }: Received) => (body.users ?? []).map(({ userId }) => userId);

describe('a CSV file', () => {
  it('is read with a byte order mark, CRLF, quotes, empty fields and empty lines', async () => {
    write('\ufeffuserId,email,note\r\n"a,1",a@b.c,"two\r\nlines"\r\n\r\nb,,\r\n"c ""q""",,x');
    expect(await importing()).toMatchObject({ code: 0, stderr: [] });
    expect(api.received[0]?.body).toEqual({
      regulationType: 'suppress',
      users: [
        { userId: 'a,1', email: 'a@b.c', note: 'two\r\nlines' },
        { userId: 'b' },
        { userId: 'c "q"', note: 'x' },
      ],
    });
  });

  it('has other separators and columns when that is said', async () => {
    write('Kunde;Mail;Alter\nk1;k1@b.c;44\n');
    await importing('--delimiter', ';', '--columns', 'Kunde=userId,Mail=email');
    expect(api.received[0]?.body.users).toEqual([{ userId: 'k1', email: 'k1@b.c' }]);
  });

  it.each([
    ['userId\r\na\r\n"b\r\nb"\r\n \r\nc\r\n', [[5, 'userId: must contain a printable character']]],
    ['userId\na\n"b\n\nb"\nc,d\n', [[6, 'has 2 fields, and the first line has 1']]],
    [Buffer.from('userId\nm\xfcller\n', 'latin1'), [[2, 'userId: is not UTF-8']]],
    [
      `userId,email\na,${'e'.repeat(600)}\n,e\n`,
      [
        [2, 'email: must not be longer'],
        [3, 'userId: is required'],
      ],
    ],
  ] as const)('has bad rows named by line: %j', async (text, refused) => {
    write(text);
    const { code, stdout } = await importing('--json');
    expect(code).toBe(3);
    const named = stdout
      .slice(0, -1)
      .map((line) => JSON.parse(line) as { line: number; reason: string });
    expect(named.map(({ line }) => line)).toEqual(refused.map(([line]) => line));
    named.forEach(({ reason }, at) => {
      expect(reason).toContain(refused[at]?.[1]);
    });
  });

  it.each([
    ['', 'is empty'],
    ['id;mail\n', 'No column is the userId'],
    ['alice,alice\n', 'must name the columns, of which there are 2.'],
    ['userId,email,email\n', 'Two columns are "email"'],
    ['userId,full name\na,b\n', 'The column "full name" is not a usable name'],
    ['userId\n"never closed\n', 'is no CSV at line 2'],
    [`userId\n"${'x\n'.repeat(600_000)}`, 'is no CSV'],
  ])('that cannot be used leaves nothing behind: %#', async (text, why) => {
    write(text);
    const { code, stdout, stderr } = await importing();
    expect({ code, stdout }).toEqual({ code: 1, stdout: [] });
    expect(stderr.join('\n')).toContain(why);
    expect(stderr.join('\n')).not.toContain('alice');
    expect([existsSync(journal()), existsSync(`${journal()}.lock`)]).toEqual([false, false]);
    expect(api.received).toEqual([]);
  });
});

describe('an import', () => {
  it('goes on after a lost answer, with the same key for the same users', async () => {
    write(users(7));
    const cut = ['--chunk-size', '3', '--json'];
    api.answers = [taken, () => undefined, () => refusal(401, 'unauthorized')];
    const first = await importing(...cut);
    expect(first.code).toBe(1);
    expect(summary(first)).toMatchObject({ rows: 3, accepted: 3, isComplete: false });

    api.answers = [taken];
    const second = await importing('--chunk-size', '1', '--json'); // what is open keeps its size
    expect(second.code).toBe(0);
    expect(summary(second)).toMatchObject({ rows: 7, accepted: 7, acceptedBefore: 3 });
    const [, lost, refused, repeated, last] = api.received;
    expect([lost, refused, repeated].map((one) => [one?.key, one && idsOf(one)])).toEqual(
      Array.from({ length: 3 }, () => [lost?.key, ['u4', 'u5', 'u6']]),
    );
    expect(last && idsOf(last)).toEqual(['u7']);

    const third = await importing(...cut);
    expect(summary(third)).toMatchObject({ accepted: 7, acceptedBefore: 7, isComplete: true });
    expect(api.received).toHaveLength(5);
  });

  it('takes what was added at the end of the file, and nothing that was changed', async () => {
    write(users(4));
    await importing('--chunk-size', '2');
    write(`${users(4)}new\n`);
    await importing('--chunk-size', '2');
    expect(api.users).toEqual(['u1', 'u2', 'u3', 'u4', 'new']);
    write(users(4).replace('u2', 'other'));
    const { code, stderr } = await importing();
    expect(code).toBe(1);
    expect(stderr[0]).toMatch(/^Lines 2 to 3 are others than an earlier run sent/);
  });

  it('is not complete when lines are gone that an earlier run sent', async () => {
    write(users(4));
    api.answers = [taken, () => undefined, () => refusal(401, 'unauthorized')];
    await importing('--chunk-size', '2');
    write(users(2));
    const { code, stdout, stderr } = await importing('--json');
    expect({ code, isComplete: summary({ code, stdout, stderr }) }).toMatchObject({
      code: 1,
      isComplete: { rows: 2, isComplete: false },
    });
    expect(stderr.join('\n')).toContain('The file ends after line 3');
  });

  it('leaves out rows that the API refuses, and sends the others with another key', async () => {
    write(users(4));
    const details = (at: number) => ({
      [`users[${at}]`]: 'is crowded',
      [`users[${at}].email`]: 'is odd',
    });
    api.answers = [
      () => refusal(400, 'invalid_request', details(1)),
      () => refusal(400, 'invalid_request', { 'users[2]': 'is crowded' }),
      taken,
    ];
    const result = await importing();
    expect(result).toMatchObject({ code: 3, stderr: ['2 rows refused, see above.'] });
    expect(result.stdout.slice(0, 2)).toEqual([
      'line 3: is crowded; email: is odd',
      'line 5: is crowded',
    ]);
    expect(api.received.map(idsOf)).toEqual([
      ['u1', 'u2', 'u3', 'u4'],
      ['u1', 'u3', 'u4'],
      ['u1', 'u3'],
    ]);
    expect(new Set(api.received.map(({ key }) => key)).size).toBe(3);
    const again = await importing();
    expect(again.stdout.slice(0, 2)).toEqual(result.stdout.slice(0, 2));
    expect(api.received).toHaveLength(3);
  });

  it('may be tried in another way as long as nothing was done', async () => {
    write(users(3));
    api.answers = [() => refusal(400, 'invalid_request', { 'sourceIds[0]': 'there is no source' })];
    expect((await importing('--source', 'nope')).code).toBe(1);
    api.answers = [() => refusal(413, 'payload_too_large')];
    expect((await importing()).code).toBe(1);
    api.answers = [taken];
    expect((await importing('--chunk-size', '2')).code).toBe(0);
    expect(api.received.slice(2).map(idsOf)).toEqual([['u1', 'u2'], ['u3']]);
  });

  it('is not tried in another way after a time that ran out, which is no answer', async () => {
    write(users(2));
    api.answers = [() => refusal(408, 'request_timeout', undefined, { 'retry-after': '86400' })];
    expect((await importing()).code).toBe(1);
    api.answers = [taken];
    expect((await importing('--chunk-size', '1')).code).toBe(0);
    expect(api.received.map(({ key }) => key)).toEqual(Array(2).fill(api.received[0]?.key));
    expect(api.received.map(idsOf)).toEqual(Array(2).fill(['u1', 'u2']));
  });

  it('is not mistaken for another one', async () => {
    write(users(1));
    await importing();
    const other = await importing('--reason', 'x');
    expect(other).toMatchObject({ code: 1, stdout: [] });
    expect(other.stderr[0]).toContain('another request');
    const wrong = await importing('--journal', file);
    expect(wrong.stderr[0]).toMatch(/is no journal of an import, and is left as it is\.$/);
    expect(readFileSync(file, 'utf8')).toBe(users(1));
    expect(api.received).toHaveLength(1);
  });

  it('survives a journal whose last line was cut off', async () => {
    write(users(4));
    await importing('--chunk-size', '2');
    writeFileSync(journal(), readFileSync(journal()).subarray(0, -9));
    expect(await importing('--chunk-size', '2')).toMatchObject({ code: 0 });
    const [, second, repeated] = api.received;
    expect([repeated?.key, repeated?.body]).toEqual([second?.key, second?.body]);
    expect(await importing()).toMatchObject({ code: 0 });
    expect(api.received).toHaveLength(3);
  });

  it('asks what to do with an answer that was lost so long ago that its key is forgotten', async () => {
    write(users(2));
    api.answers = [() => undefined, () => refusal(403, 'insufficient_scope')];
    await importing('--chunk-size', '1');
    const old = readFileSync(journal(), 'utf8').replace(/"at":"20\d\d/, '"at":"2020');
    const attempt = async (...args: string[]) => {
      writeFileSync(journal(), old);
      api.answers = [taken];
      api.received.length = 0;
      return importing('--chunk-size', '1', ...args);
    };
    expect((await attempt()).stderr.join('\n')).toContain('--unanswered skip if they are');
    expect(api.users).toEqual([]);
    expect((await attempt('--unanswered', 'skip')).code).toBe(0);
    expect(api.users).toEqual(['u2']);
    expect((await attempt('--unanswered', 'repeat')).code).toBe(0);
    expect(api.users).toEqual(['u1', 'u2']);
  });

  it('asks that too on a machine that slept for a day before it could try again', async () => {
    write(users(1));
    const awake = Date.now.bind(Date);
    let sleptMs = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => awake() + sleptMs);
    try {
      const sleep = () => {
        sleptMs = 25 * 3_600_000;
        return undefined;
      };
      api.answers = [sleep, taken];
      expect((await importing()).code).toBe(1);
      expect((await importing()).stderr.join('\n')).toContain('--unanswered skip if they are');
      expect(api.received).toHaveLength(1);
    } finally {
      clock.mockRestore();
    }
  });

  it('ends with Ctrl-C, and keeps others out while it is at work', async () => {
    write(users(2));
    const arrived = new Promise<void>((resolve) => {
      api.answers = [
        () => {
          resolve();
          return refusal(503, 'unavailable', undefined, { 'retry-after': '60' });
        },
      ];
    });
    const command = startCommand(['import', file], api.environment);
    await arrived;
    // The lock of a process that is gone, as after kill -9, is no lock.
    writeFileSync(`${journal()}.lock`, `1 ${hostname()}`);
    expect((await importing()).stderr[0]).toContain('Another import has');
    expect((await command.interrupt()).code).toBe(130);
    writeFileSync(`${journal()}.lock`, `99999999 ${hostname()}`);
    api.answers = [taken];
    expect((await importing()).code).toBe(0);
  });

  it('says in a dry run what would be done, and does nothing', async () => {
    write(users(5));
    const plan = (regulations: number, unidentified: readonly object[] = []) => ({
      status: 200,
      body: {
        regulations,
        irreversible: [],
        destinations: [
          {
            ...{ destinationId: 'd', destinationType: 'T', users: regulations, jobs: 1, calls: 2 },
            ...{ expectedSeconds: 1, unidentified, unidentifiedCount: unidentified.length },
          },
        ],
      },
    });
    api.answers = [
      () => plan(3, [{ path: 'users[1]', reason: 'has no e-mail' }]),
      () => plan(2),
      () => plan(2),
    ];
    const result = await importing('--dry-run', '--chunk-size', '3', '--json');
    expect(result.code).toBe(3);
    expect(result.stdout.map((line) => JSON.parse(line) as unknown)).toEqual([
      { line: 3, reason: 'has no e-mail' },
      {
        ...{ dryRun: true, rows: 5, accepted: 4, refused: 1, regulations: 4 },
        destinations: [
          {
            ...{ destinationId: 'd', destinationType: 'T', users: 4, jobs: 2, calls: 4 },
            expectedSeconds: 2,
          },
        ],
      },
    ]);
    expect(api.received.every(({ path, key }) => path.endsWith('?dry_run=true') && !key)).toBe(
      true,
    );
    expect(existsSync(journal())).toBe(false);
  });
});
