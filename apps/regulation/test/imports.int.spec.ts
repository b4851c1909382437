import type { CreateImport, ImportDto } from '@lethe/api/imports';
import { IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { endImports } from '../src/imports/end-imports.js';
import { purgeImports } from '../src/imports/purge-imports.js';
import {
  contextOf,
  newTestService,
  suppress,
  testServiceOn,
  type TestService,
} from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
  service.catalog.addWebhook('dst_hook');
  service.catalog.add('dst_ga', 'GA', 'cloud', {});
});
afterAll(() => service.close());

const CSV = { format: 'csv', regulationType: 'suppress' } as const;
let imports = 0;

const begin = (request: Partial<CreateImport> = {}, workspaceId = 'ws_a') =>
  service.commands.createImport({
    ...{ context: contextOf(workspaceId), ...CSV, id: `imp_${(imports += 1)}`, ...request },
  });

const append = (
  { id, receivedBytes: offset }: Pick<ImportDto, 'id' | 'receivedBytes'>,
  piece: string | Buffer,
  {
    of,
    ...more
  }: {
    readonly of?: string;
    readonly isLast?: boolean;
    readonly isRepeat?: boolean;
    readonly totalBytes?: number;
  } = {},
) =>
  service.commands.appendToImport({
    ...{ context: contextOf(of), id, offset, isLast: false, ...more },
    piece: Buffer.from(piece).toString('base64'),
  });

const get = (id: string, workspaceId = 'ws_a') =>
  service.commands.getImport({ context: contextOf(workspaceId), id });

async function imported(
  file: string | Buffer,
  request: Partial<CreateImport> = {},
  pieceBytes = 100_000,
): Promise<ImportDto> {
  const bytes = Buffer.from(file);
  let record = await begin(request);
  for (let at = 0; at === 0 || at < bytes.length; at += pieceBytes) {
    const isLast = at + pieceBytes >= bytes.length;
    record = await append(record, bytes.subarray(at, at + pieceBytes), { isLast });
  }
  await service.workOffImports();
  return get(record.id);
}

async function refusalsOf({ id }: ImportDto): Promise<string[]> {
  let csv = '';
  let after: number | undefined;
  do {
    const page = await service.commands.importRefusals({
      ...{ context: contextOf(), id, ...(after === undefined ? {} : { after }) },
    });
    csv += page.csv;
    after = page.after;
  } while (after !== undefined);
  return csv.split('\r\n').slice(0, -1);
}

const regulationsOf = (prefix: string) =>
  service.database.query<{ attributes: object; created_by: string; reason: string | null }>(
    `select attributes, created_by, reason from regulation.regulations where user_id like $1 order by id`,
    [`${prefix}%`],
  );
const countOf = async (table: string) =>
  (
    await service.database.query<{ n: number }>(
      `select count(*)::int as n from regulation.${table}`,
    )
  )[0]!.n;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('an import', () => {
  it('creates a regulation for each row, by the columns of the first line', async () => {
    const file =
      '\uFEFFUser ID;E-Mail;score\r\nfirst-1;ä@example.com;7\r\n\r\n"first-2";;"a;""b"""\r\n first-3 ;;\r\n';
    const columns = [
      { column: 'User ID', identifier: 'userId' },
      { column: 'E-Mail', identifier: 'email' },
      { column: 'score', identifier: 'score' },
    ];
    const record = await imported(file, { delimiter: ';', columns, reason: 'ticket 4711' });
    expect(record).toMatchObject({
      ...{ state: 'done', rows: 3, accepted: 3, created: 3, refused: 0, percentage: 100 },
      ...{ createdBy: 'test token', receivedBytes: Buffer.byteLength(file), reason: 'ticket 4711' },
    });
    const common = { created_by: 'test token', reason: 'ticket 4711' };
    expect(await regulationsOf('first-')).toEqual([
      { ...common, attributes: { userId: 'first-1', email: 'ä@example.com', score: '7' } },
      { ...common, attributes: { userId: 'first-2', score: 'a;"b"' } },
      { ...common, attributes: { userId: 'first-3' } },
    ]);
    expect(await countOf('import_pieces')).toBe(0);
  });

  it('completes even if calls are always in progress', async () => {
    let end = (): void => undefined;
    const caller = service.foreground.track(new Promise<void>((resolve) => (end = resolve)));
    const users = Array.from({ length: 2_500 }, (_none, n) => `beside-${n}`);
    const record = await imported(['userId', ...users].join('\n'));
    end();
    await caller;
    expect(record).toMatchObject({ state: 'done', created: 2_500 });
  });

  it('reads the same rows even if a piece ends inside a row, a line break or a character', async () => {
    const lines = Array.from(
      { length: 40 },
      (_none, n) => `"cut-${n}\r\nü""",😀${n}@example.com\r\n`,
    );
    const file = `userId,email\r\n${lines.join('')}`;
    for (const pieceBytes of [1, 7, 1_000]) {
      const before = (await regulationsOf('cut-')).length;
      const record = await imported(file, { suspicious: 'accept' }, pieceBytes);
      expect(record).toMatchObject({ state: 'done', rows: 40, created: 40 });
      const made = (await regulationsOf('cut-')).slice(before);
      // Line breaks are not part of the suppression key.
      expect(made[39]).toMatchObject({
        attributes: { userId: 'cut-39\r\nü"', email: '😀39@example.com' },
      });
    }
  });

  it('accepts NDJSON, and uses the members that are chosen as columns', async () => {
    const file = '{"uid":"nd-1","mail":"a@example.com","x":[1]}\n\n{"uid":"nd-2"}';
    const columns = [
      { column: 'uid', identifier: 'userId' },
      { column: 'mail', identifier: 'email' },
    ];
    expect(await imported(file, { format: 'ndjson', columns })).toMatchObject({
      state: 'done',
      created: 2,
    });
    expect((await regulationsOf('nd-')).map(({ attributes }) => attributes)).toEqual([
      { userId: 'nd-1', email: 'a@example.com' },
      { userId: 'nd-2' },
    ]);
  });

  it('lists each refused row with its line and reason, as CSV without formulas', async () => {
    const file = Buffer.concat([
      Buffer.from(
        'userId,email\ngood-1,\n,"=HYPERLINK(""x"")"\ngood-2,a@example.com,+1\nbro"ken,\n',
      ),
      Buffer.from('bad-\xff,\n', 'latin1'),
      Buffer.from('nul-\0,\nmeant-\uFFFD,\n"never closed,\ngood-3,\n'),
    ]);
    const record = await imported(file);
    expect(record).toMatchObject({ state: 'done', rows: 9, created: 2, refused: 7 });
    expect(await refusalsOf(record)).toEqual([
      'line,column,reason,userId,email,escaped',
      `3,userId,is required,,"'=HYPERLINK(""x"")",lethe`,
      `4,,"has 3 fields, but the first line has 2",good-2,a@example.com,'+1,lethe`,
      '5,,has a quote in a field that does not begin with a quote; write the field in quotes and double each quote in it,"bro""ken,",lethe',
      '6,userId,is not UTF-8,bad-\uFFFD,,lethe',
      '7,userId,must not contain U+0000,nul-\uFFFD,,lethe',
      '8,userId,looks like a text that lost a character: it contains U+FFFD. Import it with suspicious=accept if it is correct.,meant-\uFFFD,,lethe',
      '9,,has an opening quote that is never closed,"""never closed,",lethe',
    ]);
    const expected = await imported('userId\nmeant-\uFFFD\n', { suspicious: 'accept' });
    expect(expected).toMatchObject({ created: 1, refused: 0 });
    const ndjson = await imported(
      '{"userId":"nr-1"}\n{"userId":7}\n[]\n{\n{"userId":"nr-2","n":9007199254740993}',
      {
        format: 'ndjson',
      },
    );
    expect(await refusalsOf(ndjson)).toEqual([
      'line,column,reason,row,escaped',
      '2,userId,must be a string,"{""userId"":7}",lethe',
      '3,,must be an object with a userId,[],lethe',
      '4,,is not valid JSON,{,lethe',
      expect.stringMatching(/^5,,n: is an integer beyond/),
    ]);
    const corrected = (await refusalsOf(ndjson)).join('\n').replace('"":7}', '"":""nr-3""}');
    expect(await imported(corrected)).toMatchObject({ created: 1, refused: 3 });
    expect(await regulationsOf('nr-3')).toMatchObject([{ attributes: { userId: 'nr-3' } }]);
  });

  it('reads 10,000 exported refused rows unchanged, and stores them after a correction', async () => {
    const odd = [
      '+49 30 1',
      "'=x",
      '=1+1',
      'a;=b',
      "'",
      '-',
      '@x',
      'c,+d',
      '"q"',
      'e\n=f',
      ' ',
      '',
    ];
    const rows = Array.from({ length: 10_000 }, (_none, n) => {
      const [phone, note] = [`+49 ${n}`, odd[n % odd.length] ?? ''];
      return [
        [`odd;${n}`, phone, note], // suspicious
        ['', phone, note],
        [`odd-${n}`, phone],
        [`odd-${n}`, phone, note, '+'],
        [`odd-${n}`, phone, note],
      ][n % 5]!;
    });
    const text = [['userId', 'phone', 'note'], ...rows].map((row) => row.map(quoted).join(';'));
    const first = await imported(text.join('\r\n'), { delimiter: ';' });
    expect(first).toMatchObject({ rows: 10_000, created: 2_000, refused: 8_000 });
    const refusals = await refusalsOf(first);
    expect(refusals[0]).toBe('line;column;reason;userId;phone;note;escaped');
    const again = await imported(refusals.join('\r\n'), { delimiter: ';' });
    expect(again).toMatchObject({ rows: 8_000, created: 0, refused: 8_000 });
    const withoutLines = (lines: readonly string[]) =>
      lines.join('\r\n').replaceAll(/^\d+;/gm, ';').split('\r\n');
    expect(withoutLines(await refusalsOf(again))).toEqual(withoutLines(refusals));

    const file = ['sep=;', ...refusals].join('\r\n');
    const last = await imported(file, { suspicious: 'accept' });
    expect(last).toMatchObject({ created: 2_000, refused: 6_000 });
    const stored = (await regulationsOf('odd;')).map(({ attributes }) => attributes);
    const expected = rows
      .filter((_row, n) => n % 5 === 0)
      .map(([userId = '', phone = '', note = '']) => ({
        ...{ userId, phone },
        ...(note.trim() === '' ? {} : { note: note.trim() }),
      }));
    expect(stored).toEqual(expected);
  });

  it('accepts positions for a file without a header, and fails if the first line looks like data', async () => {
    const columns = [
      { column: '2', identifier: 'email' },
      { column: '1', identifier: 'userId' },
    ];
    const file = 'none-1;a@example.com;x\r\nnone-2;;\r\n;b@example.com;\r\n;;\r\n';
    const request = { columns, delimiter: ';' };
    const failed = await imported(file, request);
    expect(failed).toMatchObject({ state: 'failed', created: 0 });
    expect(failed.failure).toMatch(/column 1, 2\)\. If the file has no header, send header=absent/);
    const record = await imported(file, { ...request, header: 'absent' });
    expect(record).toMatchObject({ state: 'done', rows: 3, created: 2, refused: 1 });
    expect((await regulationsOf('none-')).map(({ attributes }) => attributes)).toEqual([
      { userId: 'none-1', email: 'a@example.com' },
      { userId: 'none-2' },
    ]);
    const refused = await refusalsOf(record);
    expect(refused).toEqual([
      'line;column;reason;userId;email;;escaped',
      '3;userId;is required;;b@example.com;;lethe',
    ]);
    const corrected = refused.join('\n').replace(';;b@', ';none-3;b@');
    const again = await imported(corrected, { ...request, header: 'absent' });
    expect(again).toMatchObject({ rows: 1, created: 1, refused: 0 });
    expect((await regulationsOf('none-3')).map(({ attributes }) => attributes)).toEqual([
      { userId: 'none-3', email: 'b@example.com' },
    ]);
    expect(await imported(file, { ...request, header: 'present' })).toMatchObject({ created: 1 });
  });

  it('refuses suspicious ids unless they are accepted, trims cells, and skips empty rows', async () => {
    const ids = ['null', '#N/A', '9.0E+15', '="00123"', 'userId', '12e5', '\u00a0sus-1\t'];
    const file = `userId,,,\n${ids.map((id) => `${quoted(id)},,,\n`).join('')},,,\n,,,\n`;
    const refusing = await imported(file);
    expect(refusing).toMatchObject({ rows: 7, created: 2, refused: 5 });
    const [header, first] = await refusalsOf(refusing);
    expect(header).toBe('line,column,reason,userId,escaped');
    expect(first).toMatch(
      /^2,userId,looks like an empty value that a program wrote\. Import it with suspicious=accept if it is correct\.,/,
    );
    expect(await regulationsOf('sus-')).toMatchObject([{ attributes: { userId: 'sus-1' } }]);
    const accepting = await imported(file, { suspicious: 'accept' });
    expect(accepting).toMatchObject({ rows: 7, created: 7, refused: 0 });
    // A value without a column name would be lost without notice.
    const stray = await imported('userId,,email,\nstray-1,x,,\nstray-2,,,x\n');
    expect(await refusalsOf(stray)).toEqual([
      'line,column,reason,userId,,email,escaped',
      '2,,"has a value in column 2, which has no name",stray-1,x,,lethe',
      '3,,"has 4 fields, but the first line has 3",stray-2,,,x,lethe',
    ]);
  });

  it('creates only one regulation for exact repeats, even in different portions', async () => {
    const rows = Array.from({ length: 8_500 }, (_none, n) => `far-${n % 8_000},\n`);
    const record = await imported(`userId,email\n${rows.join('')}far-1,other@example.com\n`);
    expect(record).toMatchObject({ rows: 8_501, created: 8_001, repeated: 500, refused: 0 });
    expect(await regulationsOf('far-')).toHaveLength(8_001);
  });

  it('creates deletions, and fails if a destination does not exist', async () => {
    const jobs = await countOf('deletion_jobs');
    const request = { regulationType: 'delete', destinationIds: ['dst_hook'] } as const;
    expect(await imported('userId\ndel-1\ndel-2\n', request)).toMatchObject({ created: 2 });
    expect(await countOf('deletion_jobs')).toBe(jobs + 1);
    await expect(begin({ regulationType: 'delete', destinationIds: ['dst_none'] })).rejects.toThrow(
      'there is no destination "dst_none" in this workspace',
    );
    const late = await append(await begin(request), 'userId\ndel-3\n', { isLast: true });
    service.catalog.destinations.delete('dst_hook');
    await service.workOffImports();
    service.catalog.addWebhook('dst_hook');
    expect(await get(late.id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('there is no destination "dst_hook"') as string,
    });
  });

  it('refuses users that would be suppressed at too many sources, and imports the other users', async () => {
    await service.database.query(
      `insert into regulation.suppressions (workspace_id, user_id, source_id, active_count, first_at, changed_at)
       select 'ws_a', 'crowd-1', 's' || n, 1, now(), now() from generate_series(1, 1000) n`,
    );
    const record = await imported('userId\ncrowd-1\ncrowd-2\n', { sourceIds: ['src_a'] });
    expect(record).toMatchObject({ state: 'done', created: 1, refused: 1 });
    expect((await refusalsOf(record))[1]).toBe(
      '2,userId,would be suppressed at more than 1000 sources,crowd-1,lethe',
    );
  });

  it('creates nothing in a dry run', async () => {
    expect(await imported('userId\ndry-1\n,x\n', { dryRun: true })).toMatchObject({
      ...{ state: 'done', dryRun: true, accepted: 1, created: 0, refused: 1 },
    });
    expect(await regulationsOf('dry-')).toEqual([]);
  });

  it.each([
    ['', 'The file has no rows.'],
    [
      'secret-user\nother\n',
      'The file has no userId column. The first line must name the columns. Columns found: 1.',
    ],
    ['userId,a b\nu,1\n', 'The column "a b" is not a usable name'],
    [`userId\n${'x'.repeat(70_000)}\n`, undefined],
    [`userId\n${'x'.repeat(400_000)}`, 'Line 2 is longer than 64 KiB.'],
    ['user_id,city\nu,1\n', 'The column "user_id" is not a known member; did you mean "userId"?'],
    ['userId,E-Mail\nu,1\n', 'The column "E-Mail" is not a known member; did you mean "email"?'],
    [`userId${`,${'x'.repeat(30_000)}`.repeat(2)}\nu,1,2\n`, 'Two columns have the name "xxx'],
    ['userId,constructor\nu,1\n', 'The column "constructor" is a reserved name'],
    ['userId,a\0\nu,1\n', 'must not contain U+0000', 'userId'],
    [Buffer.from('\ufeffuserId\nu\n', 'utf16le'), 'The file is UTF-16. Save it as "CSV UTF-8"'],
    ['PK\x03\x04 xl/workbook.xml', 'The file is an Excel workbook (.xlsx). Save it as "CSV UTF-8"'],
    ['sep=|\nuserId\nu\n', 'The first line names the delimiter "|"', 'delimiter'],
    ['line,column,reason,userId\n2,,x,secret-user\n', 'the column "escaped" is missing'],
    ['a@secret-user,17\nb@x,18\n', 'looks like data and not like column names (column 1, 2)', '1'],
  ])('fails with a reason that contains no user: %.20j', async (file, failure, column = '') => {
    const columns = [{ column, identifier: 'userId' }];
    const options = column === 'delimiter' ? { delimiter: ';' } : { columns };
    const record = await imported(file, column === '' ? {} : options);
    if (failure === undefined) {
      expect(record).toMatchObject({ state: 'done', refused: 1 });
      return;
    }
    expect(record).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining(failure) as string,
    });
    expect(record.failure).not.toContain('secret-user');
    expect(record.failure?.length).toBeLessThanOrEqual(1_000);
    expect(await countOf('import_pieces')).toBe(0);
  });

  it('loses and repeats no row if it is stopped between or inside portions, or if two instances process it', async () => {
    const rows = Array.from({ length: 3_000 }, (_none, n) => `stop-${n}\n`);
    const { id } = await append(await begin(), `userId\n${rows.join('')}`, { isLast: true });
    const other = await testServiceOn(service.url, { catalog: service.catalog });
    const stop = new AbortController();
    const first = service.workOffImports(stop.signal);
    stop.abort();
    await first;
    expect(await get(id)).toMatchObject({ state: 'running', created: 999, rows: 999 });
    // One instance loses its connection during a portion, which is rolled back. The other instance
    // skips the locked import.
    let killed: Promise<void> | undefined;
    await service.database.transaction(async (manager) => {
      await manager.query('lock table regulation.suppressions in share mode');
      killed = service.workOffImports();
      killed.catch(() => undefined);
      const waiting = (what: string) =>
        service.database.query(
          `select ${what} from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into regulation.regulations%'`,
        );
      await waitFor(async () => (await waiting('pid')).length > 0);
      await other.workOffImports();
      await waiting('pg_terminate_backend(pid)');
    });
    await expect(killed).rejects.toThrow(refused('unavailable'));
    expect(await get(id)).toMatchObject({ state: 'running', created: 999, rows: 999 });
    await Promise.all([service.workOffImports(), other.workOffImports()]);
    await service.workOffImports();
    await other.close();
    expect(await get(id)).toMatchObject({ state: 'done', created: 3_000, repeated: 0 });
    const [{ n }] = (await service.database.query<{ n: number }>(
      `select count(distinct user_id)::int as n from regulation.regulations where user_id like 'stop-%'`,
    )) as [{ n: number }];
    expect([n, (await regulationsOf('stop-')).length]).toEqual([3_000, 3_000]);
  });
});

it('takes a portion from each workspace in turn, and within a workspace from each import in turn', async () => {
  const rows = Array.from({ length: 5_000 }, (_none, n) => `turn-${n}\n`).join('');
  const of = async (workspaceId: string) => {
    const { id } = await begin({}, workspaceId);
    const piece = Buffer.from(`userId\n${rows}`).toString('base64');
    const context = contextOf(workspaceId);
    await service.commands.appendToImport({ context, id, offset: 0, isLast: true, piece });
    return id;
  };
  const ids = [await of('ws_many'), await of('ws_many'), await of('ws_many')];
  const other = await of('ws_one');
  const portion = async () => {
    const stop = new AbortController();
    const round = service.workOffImports(stop.signal);
    stop.abort();
    await round;
  };
  for (let done = 0; done < 6; done += 1) await portion();
  const created = async (id: string, workspaceId: string) => (await get(id, workspaceId)).created;
  expect(await created(other, 'ws_one')).toBe(2_999);
  expect(await Promise.all(ids.map((id) => created(id, 'ws_many')))).toEqual([999, 999, 999]);
  await service.workOffImports();
  expect(await created(other, 'ws_one')).toBe(5_000);
});

describe('the file of an import', () => {
  it('is continued where the upload stopped, and contains a repeated piece only once', async () => {
    const begun = await begin({ totalBytes: 14 });
    const half = await append(begun, 'userId\n');
    expect(half).toMatchObject({ state: 'uploading', receivedBytes: 7, totalBytes: 14 });
    await expect(append(begun, 'userId\n')).rejects.toMatchObject({
      ...{
        code: 'conflict',
        message: 'The Upload-Offset is wrong. Continue the upload at byte 7.',
      },
    });
    expect(await append(begun, 'userId\n', { isRepeat: true })).toMatchObject({ receivedBytes: 7 });
    await expect(append(begun, 'userIX\n', { isRepeat: true })).rejects.toThrow(
      refused('conflict'),
    );
    await expect(append(half, 'broke', { isLast: true })).rejects.toThrow(
      refused('invalid_request'),
    );
    const whole = await append(half, 'broke-1', { isLast: true });
    expect(whole).toMatchObject({ state: 'running', receivedBytes: 14 });
    expect(await append(half, 'broke-1', { isLast: true, isRepeat: true })).toMatchObject({
      state: 'running',
    });
    await expect(append(whole, 'x')).rejects.toThrow(refused('conflict'));
    await service.workOffImports();
    expect(await get(whole.id)).toMatchObject({ state: 'done', created: 1 });
  });

  it('that exceeds the limit lets the import fail, and the slot becomes free', async () => {
    const begun = await begin({}, 'ws_large');
    const half = await append(begun, 'userId\nlarge-1\n', { of: 'ws_large' });
    await service.database.query(
      'update regulation.imports set received_bytes = $2 where id = $1',
      [begun.id, IMPORT_LIMITS.bytes],
    );
    const rest = { ...half, receivedBytes: IMPORT_LIMITS.bytes };
    const tooLarge = await append(rest, 'x', { of: 'ws_large' }).catch((error: unknown) => error);
    expect(tooLarge).toMatchObject({ code: 'payload_too_large' });
    const { message } = tooLarge as LetheError;
    expect(await get(begun.id, 'ws_large')).toMatchObject({ state: 'failed', failure: message });
    const pieces = 'select from regulation.import_pieces where import_id = $1';
    expect(await service.database.query(pieces, [begun.id])).toEqual([]);
    for (let open = 0; open < IMPORT_LIMITS.openPerWorkspace; open += 1) {
      const other = await begin({}, 'ws_large');
      expect(other.state).toBe('uploading');
    }
  });

  it('cannot be uploaded under a used id or above the limit of open imports, and other workspaces do not see the import', async () => {
    const { id } = await begin();
    await expect(begin({ id })).rejects.toThrow(refused('conflict'));
    await begin();
    await begin();
    await expect(begin()).rejects.toThrow(refused('too_many_requests'));
    expect(await begin({ id }, 'ws_b')).toMatchObject({ state: 'uploading' });
    await expect(get('imp_1', 'ws_b')).rejects.toThrow(refused('not_found'));
    await expect(
      service.commands.cancelImport({ context: contextOf('ws_b'), id: 'imp_1' }),
    ).rejects.toThrow(refused('not_found'));
    const { data } = await service.commands.listImports({ context: contextOf(), limit: 100 });
    for (const open of data.filter(({ state }) => state === 'uploading')) {
      await service.commands.cancelImport({ context: contextOf(), id: open.id });
    }
  });

  it('is deleted when the import is canceled; created regulations stay', async () => {
    const rows = Array.from({ length: 6_000 }, (_none, n) => `gone-${n}\n`);
    const { id } = await append(await begin(), `userId\n${rows.join('')}`, { isLast: true });
    const stop = new AbortController();
    const first = service.workOffImports(stop.signal);
    stop.abort();
    await first;
    const canceled = await service.commands.cancelImport({ context: contextOf(), id });
    expect(canceled).toMatchObject({ state: 'canceled', created: 999, canceledBy: 'test token' });
    expect(await service.commands.cancelImport({ context: contextOf(), id })).toEqual(canceled);
    await service.workOffImports();
    expect(await get(id)).toEqual(canceled);
    expect(await countOf('import_pieces')).toBe(0);
    expect(await regulationsOf('gone-')).toHaveLength(999);
    await expect(
      service.commands.cancelImport({ context: contextOf(), id: 'imp_1' }),
    ).rejects.toThrow(refused('conflict'));
  });
});

it('lists imports, the newest first, page by page', async () => {
  const ids: string[] = [];
  let afterCursor: string | undefined;
  do {
    const page = await service.commands.listImports({
      ...{ context: contextOf(), limit: 3, ...(afterCursor === undefined ? {} : { afterCursor }) },
    });
    ids.push(...page.data.map(({ id }) => id));
    afterCursor = page.nextCursor;
  } while (afterCursor !== undefined);
  const sorted = [...ids].sort((a, b) => Number(b.slice(4)) - Number(a.slice(4)));
  expect(ids).toEqual(sorted);
  expect(ids.at(-1)).toBe('imp_1');
  await expect(
    service.commands.listImports({ context: contextOf('ws_b'), limit: 3, afterCursor: 'e30' }),
  ).rejects.toThrow(LetheError);
});

it('removes refused rows and old imports, and fails idle uploads', async () => {
  const withRefusals = await imported('userId\n,x\n');
  expect(await refusalsOf(withRefusals)).toHaveLength(2);
  const left = await append(await begin(), 'userId\nleft-1\n');
  const age = (id: string, days: number) =>
    service.database.query(
      `update regulation.imports set ended_at = ended_at - $2 * interval '1 day', updated_at = updated_at - $2 * interval '1 day' where id = $1`,
      [id, days],
    );
  await purgeImports(service.database, 30);
  expect(await get(left.id)).toMatchObject({ state: 'uploading' });
  expect(await refusalsOf(withRefusals)).toHaveLength(2);
  await age(left.id, 2);
  await age(withRefusals.id, 8);
  await purgeImports(service.database, 30);
  expect(await get(left.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('was idle') as string,
  });
  expect(await countOf('import_pieces')).toBe(0);
  expect(await refusalsOf(withRefusals)).toEqual(['line,column,reason,row,escaped']);
  await age(withRefusals.id, 90);
  await purgeImports(service.database, 30);
  await expect(get(withRefusals.id)).rejects.toThrow(refused('not_found'));
});

it('fails an idle upload when another import needs its slot', async () => {
  const inPlace = (id: string) => get(id, 'ws_places');
  const [first, second] = [await begin({}, 'ws_places'), await begin({}, 'ws_places')];
  const third = await begin({}, 'ws_places');
  await expect(begin({}, 'ws_places')).rejects.toThrow(refused('too_many_requests'));
  for (const [{ id }, minutes] of [
    [first, 14],
    [second, 16],
    [third, 20],
  ] as const) {
    await service.database.query(
      `update regulation.imports set updated_at = updated_at - $2 * interval '1 minute' where id = $1`,
      [id, minutes],
    );
  }
  await begin({}, 'ws_places');
  expect(await inPlace(third.id)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('another import needed its slot') as string,
  });
  expect(await inPlace(second.id)).toMatchObject({ state: 'uploading' });
  await begin({}, 'ws_places');
  expect(await inPlace(second.id)).toMatchObject({ state: 'failed' });
  await expect(begin({}, 'ws_places')).rejects.toThrow(refused('too_many_requests'));
  expect(await inPlace(first.id)).toMatchObject({ state: 'uploading' });
});

it('fails open imports after a restore', async () => {
  const open = await append(await begin(), `userId\nrestored-1\n`, { isLast: true });
  await endImports(service.database.query);
  await service.workOffImports();
  expect(await get(open.id)).toMatchObject({ state: 'failed', created: 0 });
  expect(await regulationsOf('restored-')).toEqual([]);
  await service.commands.createRegulations({
    context: contextOf(),
    ...suppress('restored-2'),
    wantRecords: false,
  });
});
