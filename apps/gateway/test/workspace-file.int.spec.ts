import { parseWorkspaceFile, WorkspaceFileError } from '@lethe/catalog';
import { FIXED_LIMITS } from '@lethe/contracts';
import { useCatalogGateway } from './catalog-gateway.js';

const gateway = useCatalogGateway();

type Members = Readonly<Record<string, unknown>>;

/**
 * Kinds of resources by the name of their list in a workspace file, with their path in the API and
 * a valid item.
 */
const KINDS = {
  sources: { path: '/v2/sources', valid: { id: 'one', name: 'S', type: 'T' } },
  destinations: { path: '/v2/destinations', valid: { id: 'one', name: 'D', type: 'WEBHOOK' } },
  transformations: { path: '/transformations', valid: { id: 'one', name: 'T', code: 'a' } },
  libraries: { path: '/transformation-libraries', valid: { id: 'one', name: 'L', code: 'a' } },
  connections: {
    path: '/v2/connections',
    valid: { sourceId: 'one', destinationId: 'one' },
  },
} as const;
type Kind = keyof typeof KINDS;

const NESTED = Array.from({ length: 64 }).reduce<Members>((inner) => ({ inner }), {});
const LARGE = { text: 'x'.repeat(FIXED_LIMITS.configBytes) };
const LONG_LIST = { headers: Array.from({ length: 2_001 }, () => ({ from: 'a' })) };
const LONG = 'x'.repeat(FIXED_LIMITS.labelLength + 1);
const CODE = 'ä'.repeat(FIXED_LIMITS.codeBytes / 2) + 'x';

const UNSHOWABLE = 'must not contain control characters, line breaks or characters that change';

/** Invalid members, with their path and a part of the problem that file and API report. */
const BAD: readonly [kind: Kind, changed: Members, path: string, problem: string][] = [
  ['sources', { id: 'not an id' }, 'id', 'must be 1 to 64 letters'],
  ['sources', { id: 'x'.repeat(65) }, 'id', 'must be 1 to 64 letters'],
  ['sources', { id: 1 }, 'id', 'must be'],
  ['sources', { name: '  ' }, 'name', 'must not be empty'],
  ['sources', { name: LONG }, 'name', 'must not be longer than 200 characters'],
  ['sources', { name: undefined }, 'name', ''],
  ['sources', { name: 'a\u0007b' }, 'name', UNSHOWABLE],
  ['sources', { type: 'a\nb' }, 'type', UNSHOWABLE],
  ['sources', { writeKey: 'wk\u202e' }, 'writeKey', ''],
  ['destinations', { name: 'a\u2066b' }, 'name', UNSHOWABLE],
  ['transformations', { name: 'a\u2028b' }, 'name', UNSHOWABLE],
  ['libraries', { name: 'a\u0085b' }, 'name', UNSHOWABLE],
  ['sources', { type: LONG }, 'type', 'must not be longer than 200 characters'],
  ['sources', { enabled: 1 }, 'enabled', 'must be true or false'],
  ['sources', { enabled: null }, 'enabled', 'must be true or false'],
  ['sources', { config: [] }, 'config', 'must be'],
  ['sources', { config: LARGE }, 'config', 'must not be longer than 262144 bytes as JSON'],
  ['sources', { config: { n: 2 ** 60 } }, 'config.n', ''],
  ['sources', { config: { text: '\u0000' } }, 'config.text', ''],
  ['sources', { config: { text: '\ud800' } }, 'config.text', ''],
  ['sources', { enabeld: true }, 'enabeld', 'did you mean "enabled"?'],
  ['destinations', { type: 'WEBHOK' }, 'type', 'did you mean "WEBHOOK"?'],
  ['destinations', { connectionMode: 'clowd' }, 'connectionMode', 'must be one of cloud, device'],
  ['destinations', { config: LARGE }, 'config', 'must not be longer than 262144 bytes as JSON'],
  ['destinations', { config: LONG_LIST }, 'config', 'must not have a list of more than 2000'],
  ['destinations', { config: { webhokUrl: '' } }, 'config.webhokUrl', 'did you mean "webhookUrl"?'],
  ['destinations', { config: { port: 1 } }, 'config.port', 'is not a variable of WEBHOOK'],
  ['destinations', { config: { webhookUrl: 1 } }, 'config.webhookUrl', 'must be a string'],
  ['destinations', { config: { webhookMethod: 'POTS' } }, 'config.webhookMethod', 'must be one of'],
  ['destinations', { config: { headers: {} } }, 'config.headers', 'must be a list'],
  [
    'destinations',
    { config: { headers: [{ from: 'a', too: 'b' }] } },
    'config.headers[0].too',
    'is not a known member; did you mean "to"?',
  ],
  ['destinations', { config: { deletionSecret: 'si***' } }, 'config.deletionSecret', 'is a mask'],
  ['destinations', { transformation: 'gone' }, 'transformation', 'there is no'],
  ['transformations', { code: CODE }, 'code', 'must not be longer than 262144 bytes in UTF-8'],
  ['transformations', { code: 1 }, 'code', 'must be a'],
  ['transformations', { name: '' }, 'name', 'must not be empty'],
  ['libraries', { code: CODE }, 'code', 'must not be longer than 262144 bytes in UTF-8'],
  ['libraries', { name: LONG }, 'name', 'must not be longer than 200 characters'],
  ['connections', { sourceId: 'gone' }, 'sourceId', 'there is no'],
  ['connections', { destinationId: 'gone' }, 'destinationId', 'there is no'],
  ['connections', { enabled: 'yes' }, 'enabled', 'must be true or false'],
];

/**
 * Returns the problems of a workspace file by path. The file has a valid resource of each kind, and
 * `resource` instead of the valid resource of one kind.
 */
function problemsInFile(kind: Kind, resource: Members): Map<string, string> {
  const lists = Object.entries(KINDS).map(([name, { valid }]) => [name, [valid]]);
  const text = JSON.stringify({
    workspaces: [{ id: 'ws', ...Object.fromEntries(lists), [kind]: [resource] }],
  });
  try {
    parseWorkspaceFile(text, {});
  } catch (error) {
    if (!(error instanceof WorkspaceFileError)) throw error;
    const inFile = `workspaces[0].${kind}[0]`;
    const ofUnknown = /^unknown key "(.*?)"/;
    return new Map(
      error.problems.map(({ path, problem }) => [
        ofUnknown.exec(problem)?.[1] ?? path.replace(`${inFile}.`, ''),
        problem,
      ]),
    );
  }
  return new Map();
}

describe('the workspace file and the API', () => {
  beforeAll(async () => {
    for (const kind of ['sources', 'destinations'] as const) {
      const { status } = await gateway.send('POST', KINDS[kind].path, KINDS[kind].valid);
      expect(status).toBe(201);
    }
  });

  it.each(BAD)('refuse %s with %j, at %s', async (kind, changed, path, problem) => {
    const resource = { ...KINDS[kind].valid, ...changed };
    const input = { ...resource, ...('id' in changed ? {} : { id: undefined }) };
    const { status, body } = await gateway.send('POST', KINDS[kind].path, input);
    expect(status).toBe(400);
    expect({ [path]: (body.details as Members)[path] }).toEqual({
      [path]: expect.stringContaining(
        problem.startsWith('there is no') ? 'does not exist' : problem,
      ) as unknown,
    });

    const problems = problemsInFile(kind, resource);
    expect(Object.fromEntries(problems)).toHaveProperty([path], expect.stringContaining(problem));
  });

  it('keep a stored name that would be refused now', async () => {
    const path = '/v2/sources/stored';
    const stored = { ...KINDS.sources.valid, id: 'stored' };
    expect((await gateway.send('POST', '/v2/sources', stored)).status).toBe(201);
    const name = 'a\u202eb';
    await gateway.connection.query(`update catalog.sources set name = $1 where id = 'stored'`, [
      name,
    ]);
    const statuses = [];
    for (const [method, body] of [
      ['PATCH', { enabled: false }],
      ['PUT', { ...stored, name }],
      ['PATCH', { name: 'b\u202ea' }],
      ['PUT', { ...stored, name: 'b\u202ea' }],
    ] as const) {
      statuses.push((await gateway.send(method, path, body)).status);
    }
    expect(statuses).toEqual([200, 200, 400, 400]);
  });

  it('refuse a configuration that nests too deeply', async () => {
    const resource = { ...KINDS.sources.valid, config: NESTED };
    expect((await gateway.send('POST', '/v2/sources', resource)).status).toBe(400);
    expect(problemsInFile('sources', resource).get('config')).toContain('nest');
  });

  it('accept a valid resource', async () => {
    const config = { webhookUrl: 'https://example.com', webhookMethod: 'POST', headers: [] };
    const resource = { ...KINDS.destinations.valid, id: 'other', config };
    expect((await gateway.send('POST', '/v2/destinations', resource)).status).toBe(201);
    expect(problemsInFile('destinations', { ...resource, id: 'one' })).toEqual(new Map());
  });
});
