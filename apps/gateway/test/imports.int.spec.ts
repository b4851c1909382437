import type { AppendToImport, CreateImport, ImportCommands, ImportDto } from '@lethe/api/imports';
import { once } from 'node:events';
import { request } from 'node:http';
import { DEFAULT_REQUEST_LIMITS, IMPORT_LIMITS, LetheError } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { IDENTITIES, startGateway, type GatewayUnderTest } from './gateway-under-test.js';

/** Answers in the same way as the regulation service, and keeps the files in memory. */
class Files implements ImportCommands {
  readonly created: CreateImport[] = [];
  readonly pieces: AppendToImport[] = [];
  private readonly files = new Map<
    string,
    { bytes: Buffer[]; length: number; isComplete: boolean }
  >();
  /** Number of answers to lose from now on. A piece is stored before its answer is lost. */
  lost = 0;
  hold: Promise<unknown> = Promise.resolve();

  textOf(id: string): string {
    return Buffer.concat(this.files.get(id)?.bytes ?? []).toString();
  }

  createImport(command: CreateImport): Promise<ImportDto> {
    this.created.push(command);
    const id = command.id ?? 'imp_made';
    this.files.set(id, { bytes: [], length: 0, isComplete: false });
    return Promise.resolve(this.record(id));
  }

  async appendToImport(command: AppendToImport): Promise<ImportDto> {
    await this.hold;
    this.pieces.push(command);
    const file = this.files.get(command.id)!;
    const piece = Buffer.from(command.piece, 'base64');
    const isStored = command.isRepeat === true && command.offset + piece.length === file.length;
    if (!isStored) {
      if (command.offset !== file.length) throw new LetheError('conflict');
      file.bytes.push(piece);
      file.length += piece.length;
    }
    if (this.lost > 0) {
      this.lost -= 1;
      throw new LetheError('outcome_unknown');
    }
    file.isComplete ||= command.isLast;
    return this.record(command.id);
  }

  getImport({ id }: { readonly id: string }): Promise<ImportDto> {
    if (!this.files.has(id)) return Promise.reject(new LetheError('not_found'));
    return Promise.resolve(this.record(id));
  }

  listImports() {
    return Promise.resolve({
      data: [...this.files.keys()].map((id) => this.record(id)),
      nextCursor: 'abc',
    });
  }

  cancelImport({ id }: { readonly id: string }): Promise<ImportDto> {
    return Promise.resolve({ ...this.record(id), state: 'canceled' });
  }

  importRefusals({ id, after, limit }: Parameters<ImportCommands['importRefusals']>[0]) {
    if (id !== 'imp_refused') return Promise.reject(new LetheError('not_found'));
    if (limit !== undefined) {
      return Promise.resolve({ csv: `${after ?? 'first'},${limit}\r\n`, after: 8 });
    }
    if (after === undefined)
      return Promise.resolve({ csv: 'line,column,reason,userId\r\n', after: 1 });
    return Promise.resolve(
      after < 300 ? { csv: `${'x'.repeat(1_000)}\r\n`, after: after + 1 } : { csv: '' },
    );
  }

  private record(id: string): ImportDto {
    const { length, isComplete } = this.files.get(id)!;
    const at = '2026-11-21T08:00:00.000Z';
    return {
      ...{
        id,
        state: isComplete ? 'running' : 'uploading',
        format: 'csv',
        regulationType: 'suppress',
      },
      ...{
        dryRun: false,
        receivedBytes: length,
        doneBytes: 0,
        percentage: 0,
        rows: 0,
        accepted: 0,
      },
      ...{ created: 0, refused: 0, repeated: 0, createdAt: at, createdBy: 'demo', updatedAt: at },
    };
  }
}

let gateway: GatewayUnderTest;
let files: Files;
let isRevoked = false;
beforeEach(async () => {
  files = new Files();
  isRevoked = false;
  const imports: ImportCommands = {
    createImport: (command) => files.createImport(command),
    appendToImport: (command) => files.appendToImport(command),
    getImport: (command) => files.getImport(command),
    listImports: () => files.listImports(),
    cancelImport: (command) => files.cancelImport(command),
    importRefusals: (command) => files.importRefusals(command),
  };
  // Switches off the minimum upload rate, so that a slow test computer does not fail an upload.
  const settings = { LETHE_BODY_MIN_RATE: 0 };
  const authenticator = {
    authenticate: (token: string) =>
      Promise.resolve(isRevoked ? undefined : IDENTITIES[token as keyof typeof IDENTITIES]),
  };
  gateway = await startGateway({
    commands: imports,
    authenticator,
    requestTimeoutMs: 3_000,
    settings,
  });
});
afterEach(() => gateway.app.close());

type Headers = Readonly<Record<string, string>>;

async function send(
  method: string,
  path: string,
  body: string | Buffer = '',
  headers: Headers = {},
) {
  const response = await fetch(`${gateway.url}/v2/imports${path}`, {
    method,
    headers: { authorization: 'Bearer admin', 'content-type': 'text/csv', ...headers },
    ...(method === 'GET' ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const json = (isJson ? JSON.parse(text) : {}) as Record<string, unknown> & {
    readonly details?: Headers;
  };
  return { status: response.status, headers: response.headers, text, json };
}

/** Begins an upload. The test writes and ends the body. */
function upload(path: string, method = 'POST', headers: Headers = {}) {
  const sent = request(`${gateway.url}/v2/imports${path}`, {
    method,
    headers: { authorization: 'Bearer admin', 'content-type': 'text/csv', ...headers },
  });
  sent.on('error', () => undefined);
  return sent;
}

const statusOf = async (sent: ReturnType<typeof upload>): Promise<number | undefined> => {
  const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
};

it('accepts a file that is larger than other bodies can be, and forwards it in pieces of limited size', async () => {
  const file = Buffer.from(`userId\n${'user-ä\n'.repeat(1_300_000)}`); // 10 MB
  const query =
    '?id=imp_1&regulationType=suppress&sourceIds=a,b&reason=ticket&columns=k=userId,email&delimiter=tab';
  const { status, json, headers } = await send('POST', query, file);
  expect({ status, json }).toMatchObject({
    status: 201,
    json: { id: 'imp_1', state: 'running', receivedBytes: file.length },
  });
  expect(headers.get('location')).toBe('/v2/imports/imp_1');
  expect(files.created).toEqual([
    {
      context: expect.anything() as object,
      ...{ id: 'imp_1', format: 'csv', regulationType: 'suppress', sourceIds: ['a', 'b'] },
      ...{ reason: 'ticket', delimiter: '\t', suspicious: 'refuse', totalBytes: file.length },
      columns: [
        { column: 'k', identifier: 'userId' },
        { column: 'email', identifier: 'email' },
      ],
    },
  ]);
  expect(files.textOf('imp_1') === file.toString()).toBe(true);
  const longest = Math.max(...files.pieces.map(({ piece }) => Buffer.byteLength(piece, 'base64')));
  expect(longest).toBe(IMPORT_LIMITS.pieceBytes);
});

it('keeps the received part of a broken upload, and the caller can continue after this part', async () => {
  const broken = upload('?id=imp_1&regulationType=suppress', 'POST', { 'upload-length': '16' });
  broken.write('userId\nuse');
  await waitFor(() => files.created.length > 0);
  await waitFor(() => broken.socket?.writableLength === 0);
  broken.destroy();
  await waitFor(() => files.textOf('imp_1') === 'userId\nuse');
  expect((await send('GET', '/imp_1')).json).toMatchObject({
    state: 'uploading',
    receivedBytes: 10,
  });
  const headers = { 'content-type': 'application/partial-upload', 'upload-offset': '10' };
  const part = await send('PATCH', '/imp_1', 'r-1', { ...headers, 'upload-complete': '?0' });
  expect(part).toMatchObject({ status: 200, json: { state: 'uploading', receivedBytes: 13 } });
  expect(await send('PATCH', '/imp_1', 'x', headers)).toMatchObject({ status: 409 });
  const rest = await send('PATCH', '/imp_1', 'r-2', { ...headers, 'upload-offset': '13' });
  expect(rest).toMatchObject({ status: 200, json: { state: 'running', receivedBytes: 16 } });
});

it('does not complete a file if the token was revoked during the upload', async () => {
  const sent = upload('?id=imp_1&regulationType=suppress');
  sent.write('userId\n');
  await waitFor(() => files.created.length > 0);
  isRevoked = true;
  const status = statusOf(sent);
  sent.end('user-1\n');
  expect(await status).toBe(401);
  expect(files.pieces.filter(({ isLast }) => isLast)).toEqual([]);
  isRevoked = false;
  expect((await send('GET', '/imp_1')).json).toMatchObject({ state: 'uploading' });
});

it('sends a piece again if there is no answer, and the piece is stored only once', async () => {
  files.lost = 2;
  expect(await send('POST', '?id=imp_1&regulationType=suppress', 'userId\n')).toMatchObject({
    status: 201,
  });
  expect(files.textOf('imp_1')).toBe('userId\n');
  expect(files.pieces.map(({ isRepeat = false }) => isRepeat)).toEqual([false, true, true]);
});

it('ends other slow bodies at the request timeout, but lets an upload continue', async () => {
  const long = upload('?id=imp_1&regulationType=suppress');
  const other = request(`${gateway.url}/v2/regulations`, {
    ...{
      method: 'POST',
      headers: { authorization: 'Bearer admin', 'content-type': 'application/json' },
    },
  });
  other.on('error', () => undefined);
  long.write('userId\n');
  other.write('{');
  expect(await statusOf(other)).toBe(408);
  long.end('user-1\n');
  expect(await statusOf(long)).toBe(201);
});

it('limits concurrent uploads separately, so that they do not block other requests', async () => {
  let release: (value?: unknown) => void = () => undefined;
  files.hold = new Promise((resolve) => {
    release = resolve;
  });
  const uploads = Array.from({ length: IMPORT_LIMITS.uploadsOfWorkspace }, (_none, n) =>
    upload(`?id=imp_${n}&regulationType=suppress`),
  );
  for (const started of uploads) started.write('userId\n');
  await waitFor(() => files.created.length === uploads.length);
  const third = upload('?id=imp_x&regulationType=suppress');
  third.write('userId\n');
  expect(await statusOf(third)).toBe(429);
  third.destroy();
  expect((await send('GET', '/imp_0')).status).toBe(200);
  release();
  for (const started of uploads) started.end();
  expect(await Promise.all(uploads.map(statusOf))).toEqual([201, 201]);
});

it.each<[string, string, Headers, number, Headers | undefined]>([
  ['POST', '', {}, 400, { regulationType: 'must be one of' }],
  [
    'POST',
    '?regulationType=delete',
    {},
    400,
    { destinationIds: 'is required for regulationType delete' },
  ],
  [
    'POST',
    '?regulationType=suppress&email=a@b.c',
    {},
    400,
    { email: 'is not a known query parameter' },
  ],
  [
    'POST',
    '?regulationType=suppress&columns=a,b',
    {},
    400,
    { columns: 'must name the column of the userId' },
  ],
  [
    'POST',
    '?regulationType=suppress&delimiter=ab',
    {},
    400,
    { delimiter: 'must be one character' },
  ],
  [
    'POST',
    '?regulationType=suppress&columns=alice%40example.com=userId',
    {},
    400,
    { columns: 'Name the columns by position, such as columns=1=userId' },
  ],
  [
    'POST',
    '?regulationType=suppress&header=absent',
    {},
    400,
    { columns: 'must name each column by its position, as the file has no header' },
  ],
  [
    'POST',
    '?regulationType=suppress&header=no&suspicious=yes',
    {},
    400,
    { header: 'must be present or absent', suspicious: 'must be refuse or accept' },
  ],
  [
    'POST',
    '?regulationType=suppress&header=present',
    { 'content-type': 'application/x-ndjson' },
    400,
    { header: 'is for CSV' },
  ],
  ['POST', '?regulationType=suppress&id=a/b', {}, 400, { id: 'must be 1 to 64' }],
  [
    'POST',
    `?regulationType=suppress&sourceIds=${'a,'.repeat(DEFAULT_REQUEST_LIMITS.sourceIds)}`,
    {},
    400,
    { sourceIds: `must not contain more than ${DEFAULT_REQUEST_LIMITS.sourceIds} ids` },
  ],
  ['POST', '?regulationType=suppress&emial=a', { 'content-type': 'a/b' }, 400, { emial: 'known' }],
  [
    'POST',
    '?regulationType=suppress',
    { 'upload-length': '-1' },
    400,
    { 'Upload-Length': 'must be' },
  ],
  [
    'POST',
    '?regulationType=suppress',
    { 'upload-complete': 'no' },
    400,
    { 'Upload-Complete': 'must be' },
  ],
  ['POST', '?regulationType=suppress', { 'upload-length': '104857601' }, 413, undefined],
  ['POST', '?regulationType=suppress', { 'content-type': 'application/json' }, 415, undefined],
  [
    'POST',
    '?regulationType=suppress',
    { 'content-type': 'text/csv; charset=latin1' },
    415,
    undefined,
  ],
  ['POST', '?regulationType=suppress', { 'content-encoding': 'gzip' }, 415, undefined],
  [
    'POST',
    '?regulationType=suppress&format=xml',
    { 'content-type': 'application/octet-stream' },
    400,
    { format: 'must be csv or ndjson' },
  ],
  [
    'POST',
    '?regulationType=suppress&format=ndjson',
    {},
    400,
    { format: 'does not match the Content-Type text/csv' },
  ],
  ['POST', '?regulationType=suppress', { authorization: 'Bearer viewer' }, 403, undefined],
  ['PATCH', '/imp_1', {}, 400, { 'Upload-Offset': 'must be' }],
  ['PATCH', '/imp_1', { 'upload-offset': '0' }, 404, undefined],
  ['GET', '/a%2Fb', {}, 404, undefined],
  ['GET', '/imp_1/refusals', {}, 404, undefined],
  ['GET', '?limit=101', {}, 400, { limit: 'must be a whole number from 1 to 100' }],
  ['GET', '/imp_refused/refusals?limit=1001', {}, 400, { limit: 'from 1 to 1000' }],
  ['GET', '/imp_refused/refusals?after_line=-1', {}, 400, { after_line: 'must be a line number' }],
  ['GET', '/imp_refused/refusals?after=1', {}, 400, { after: 'is not a known' }],
])('refuses %s %s %j', async (method, path, headers, status, details) => {
  const answer = await send(method, path, 'userId\n', headers);
  expect(answer.status).toBe(status);
  for (const [name, problem] of Object.entries(details ?? {})) {
    expect(answer.json.details?.[name]).toContain(problem);
  }
  expect(files.created).toEqual([]);
});

it('passes columns by position, `header=absent` and `suspicious=accept` to the regulation service', async () => {
  const query = 'regulationType=suppress&columns=2=userId,1=email&header=absent&suspicious=accept';
  expect((await send('POST', `?id=imp_1&${query}`, 'a@example.com,1\n')).status).toBe(201);
  const columns = [
    { column: '2', identifier: 'userId' },
    { column: '1', identifier: 'email' },
  ];
  expect(files.created).toMatchObject([{ columns, header: 'absent', suspicious: 'accept' }]);
});

it('refuses a workbook, an archive and UTF-16 with the type of the file, before an import begins', async () => {
  const workbook = await send('POST', '?regulationType=suppress', 'PK\x03\x04[Content_Types].xml');
  expect(workbook).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  expect(workbook.json.message).toBe(
    'The file is an Excel workbook (.xlsx). Save it as "CSV UTF-8" and send that file.',
  );
  const utf16 = Buffer.from('\ufeffuserId\n', 'utf16le');
  expect((await send('POST', '?regulationType=suppress', utf16)).status).toBe(415);
  expect(files.created).toEqual([]);
  const headers = { 'upload-complete': '?0' };
  await send('POST', '?id=imp_1&regulationType=suppress', '', headers);
  const part = { 'content-type': 'application/partial-upload', 'upload-offset': '0' };
  const gzip = Buffer.from('\x1f\x8b\x08', 'latin1');
  expect((await send('PATCH', '/imp_1', gzip, part)).json.message).toContain('packed with gzip');
  expect((await send('PATCH', '/imp_1', 'userId\n', part)).json).toMatchObject({
    receivedBytes: 7,
  });
});

it('lists and cancels imports, and returns refused rows as one file or page by page', async () => {
  await send('POST', '?id=imp_1&regulationType=suppress', 'userId\n');
  expect((await send('GET', '?limit=1')).json).toMatchObject({
    data: [{ id: 'imp_1' }],
    paging: { next: '/v2/imports?after_cursor=abc&limit=1' },
  });
  expect((await send('POST', '/imp_1/cancel', '')).json).toMatchObject({ state: 'canceled' });
  expect((await send('POST', '/imp_1/cancel', '', { authorization: 'Bearer viewer' })).status).toBe(
    403,
  );
  const { text, headers } = await send('GET', '/imp_refused/refusals');
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="imp_refused-refusals.csv"',
  );
  expect(text.length).toBe('line,column,reason,userId\r\n'.length + 299 * 1_002);
  const page = async (query: string) => (await send('GET', `/imp_refused/refusals${query}`)).text;
  expect(await page('?limit=20')).toBe('first,20\r\n');
  expect(await page('?limit=20&after_line=7')).toBe('7,20\r\n');
  expect((await page('?after_line=298')).length).toBe(2 * 1_002);
});
