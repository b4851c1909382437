import { FINE_MODULE, type BadRequest, get, INVALID, NOT_FOUND, UNREADABLE } from './row.js';

/** Paths of the management API, each with a valid body. */
const KINDS = [
  { path: '/v2/sources', body: '{"name":"S","type":"T"}' },
  { path: '/v2/destinations', body: '{"name":"D","type":"WEBHOOK"}' },
  { path: '/v2/connections', body: '{"sourceId":"s","destinationId":"d"}' },
  { path: '/transformations', body: FINE_MODULE },
  { path: '/transformation-libraries', body: FINE_MODULE },
];

const write = (
  name: string,
  path: string,
  body: string,
  expected: Pick<BadRequest, 'status' | 'code'> & Partial<BadRequest>,
): BadRequest => ({ name, method: 'POST', path, body, knownBy: 'gateway', ...expected });

const member = (name: string, body: string, path: string, detailPath: string): BadRequest =>
  write(`${name} at ${path}`, path, body, { ...INVALID, detailPath });

export const MANAGEMENT: readonly BadRequest[] = [
  ...KINDS.flatMap(({ path, body }) => [
    write(`a broken body at ${path}`, path, '{"name":', UNREADABLE),
    member('a list', '[]', path, 'body'),
    member('an unknown member', body.replace('{', '{"nmae":1,'), path, 'nmae'),
    member('an id with a slash', body.replace('{', '{"id":"a/b",'), path, 'id'),
    member('an id that is null', body.replace('{', '{"id":null,'), path, 'id'),
    member('__proto__', body.replace('{', '{"__proto__":{},'), path, '__proto__'),
    write(`a viewer who creates at ${path}`, path, body, {
      status: 403,
      code: 'insufficient_scope',
      as: 'viewer',
    }),
    write(`no token at ${path}`, path, body, { status: 401, code: 'unauthorized', as: 'nobody' }),
    {
      ...write(`a different id than in the path at ${path}`, `${path}/a`, '', INVALID),
      method: 'PUT',
      body: body.replace('{', '{"id":"b",'),
      detailPath: 'id',
    },
    {
      ...write(`a broken If-Match at ${path}`, `${path}/a`, body, INVALID),
      method: 'PUT',
      headers: { 'if-match': 'abc' },
      detailPath: 'If-Match',
    },
    {
      ...write(`a list, reported before a broken If-Match, at ${path}`, `${path}/a`, '[]', INVALID),
      method: 'PUT',
      headers: { 'if-match': 'abc' },
      detailPath: 'body',
    },
  ]),
  member(
    'a name of 201 characters',
    `{"name":"${'n'.repeat(201)}","code":""}`,
    '/transformations',
    'name',
  ),
  member('a blank name', '{"name":" ","code":""}', '/transformations', 'name'),
  member('no code', '{"name":"n"}', '/transformations', 'code'),
  member('code that is not a string', '{"name":"n","code":{}}', '/transformations', 'code'),
  member(
    'too much code',
    `{"name":"n","code":"${'x'.repeat(262_145)}"}`,
    '/transformations',
    'code',
  ),
  member('an unknown type', '{"name":"n","type":"webhook"}', '/v2/destinations', 'type'),
  member(
    'an unknown mode',
    '{"name":"n","type":"WEBHOOK","connectionMode":"x"}',
    '/v2/destinations',
    'connectionMode',
  ),
  member(
    'a config that is a list',
    '{"name":"n","type":"WEBHOOK","config":[]}',
    '/v2/destinations',
    'config',
  ),
  member(
    'a variable of a different destination type',
    '{"name":"n","type":"WEBHOOK","config":{"apiUrl":"x"}}',
    '/v2/destinations',
    'config.apiUrl',
  ),
  member(
    'a number for a URL',
    '{"name":"n","type":"WEBHOOK","config":{"webhookUrl":1}}',
    '/v2/destinations',
    'config.webhookUrl',
  ),
  member(
    'a mask without a stored secret',
    '{"name":"n","type":"WEBHOOK","config":{"deletionSecret":"ab***"}}',
    '/v2/destinations',
    'config.deletionSecret',
  ),
  member(
    'a transformation that is not an id',
    '{"name":"n","type":"WEBHOOK","transformation":["a"]}',
    '/v2/destinations',
    'transformation',
  ),
  member(
    'too much config',
    `{"name":"n","type":"T","config":{"a":"${'x'.repeat(262_145)}"}}`,
    '/v2/sources',
    'config',
  ),
  member('enabled as a text', '{"name":"n","type":"T","enabled":"true"}', '/v2/sources', 'enabled'),
  get('an unknown definition', '/destination-definitions/NOPE', NOT_FOUND),
  get('an unknown parameter of definitions', '/destination-definitions?names=A', {
    ...INVALID,
    detailPath: 'names',
  }),
];
