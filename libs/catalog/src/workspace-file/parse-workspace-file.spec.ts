import { parseWorkspaceFile } from './parse-workspace-file.js';
import { WorkspaceFileError } from './workspace-file-error.js';

const TOKEN = 'lth_demo_0123456789abcdefghijkl';

/** A workspace file that has each member of the format at least once. */
const FULL_FILE = `
workspaces:
  - id: ws_demo
    name: Demo
    deletions: data-plane
    tokens:
      - { name: demo admin, email: demo@example.com, token: ${TOKEN}, role: admin }
      - { name: ci, email: ci@example.com, token: "\${CI_TOKEN}", scopes: ["tests:run"], expiresAt: 2099-01-01T00:00:00Z }
    sources:
      - { id: src_web, name: Website, type: Javascript, enabled: true, writeKey: wk_web }
    transformations:
      - id: tr_mask
        name: Mask e-mail
        code: |
          export function transformEvent(event) { log(\`\${EVENT}\`); return event; }
    libraries:
      - { id: lib_pii, name: pii, code: "export const hide = (s) => '***';" }
    credentials:
      - { key: geoApiKey, value: "\${GEO_API_KEY}" }
    destinations:
      - { id: dst_hook, name: Ops webhook, type: WEBHOOK, enabled: true,
          config: { webhookUrl: "https://\${HOST}/hook", webhookMethod: POST, headers: [] }, transformation: tr_mask }
    connections:
      - { sourceId: src_web, destinationId: dst_hook, enabled: true }
    dataPlanes:
      - { name: eu-1, token: lth_dp_0123456789abcdefghijkl }
namespaces:
  - id: ns_free
    workspaces: [ws_demo]
    dataPlanes:
      - { name: multi-1, token: lth_ns_0123456789abcdefghijkl }
`;
const ENVIRONMENT = {
  CI_TOKEN: 'lth_ci_0123456789abcdefghijklm',
  GEO_API_KEY: 'geo',
  HOST: 'example.com',
};

function problemsOf(text: string, environment: Record<string, string> = {}): string[] {
  try {
    parseWorkspaceFile(text, environment);
  } catch (error) {
    if (!(error instanceof WorkspaceFileError)) throw error;
    return error.problems.map(({ path, problem }) => `${path}: ${problem}`);
  }
  return [];
}

/** @param members the members of the only workspace, in YAML flow style */
function problemsWith(members: string): string[] {
  return problemsOf(`{ workspaces: [{ id: ws, ${members} }] }`);
}

/** Longer than the part of a name that the API shows in answers. */
const LONG_NAME = 'n'.repeat(300);

describe('parseWorkspaceFile', () => {
  it('reads each member of the format, and inserts environment variables', () => {
    const { workspaces, namespaces } = parseWorkspaceFile(FULL_FILE, ENVIRONMENT);
    expect(workspaces).toHaveLength(1);
    expect(workspaces[0]).toMatchObject({
      id: 'ws_demo',
      deletions: 'data-plane',
      tokens: [
        { name: 'demo admin', role: 'admin' },
        { token: 'lth_ci_0123456789abcdefghijklm', scopes: ['tests:run'] },
      ],
      credentials: [{ key: 'geoApiKey', value: 'geo' }],
      destinations: [
        { connectionMode: 'cloud', config: { webhookUrl: 'https://example.com/hook' } },
      ],
    });
    expect(namespaces).toMatchObject([{ id: 'ns_free', workspaces: ['ws_demo'] }]);
  });

  it('leaves ${…} in code unchanged', () => {
    const { workspaces } = parseWorkspaceFile(FULL_FILE, ENVIRONMENT);
    expect(workspaces[0]?.transformations[0]?.code).toContain('`${EVENT}`');
  });

  it('reads $${NAME} as the text ${NAME}', () => {
    const text = '{ workspaces: [{ id: ws, name: "a $${NAME}" }] }';
    expect(parseWorkspaceFile(text, {}).workspaces[0]?.name).toBe('a ${NAME}');
  });

  it('reads JSON', () => {
    const text = JSON.stringify({ workspaces: [{ id: 'ws' }] });
    expect(parseWorkspaceFile(text, {}).workspaces[0]).toMatchObject({ id: 'ws', sources: [] });
  });

  it('reports each problem of a destination once, with its path in the document', () => {
    const config = {
      'a b': 1,
      'x.y': 'needs ${NOT_SET}',
      [LONG_NAME]: 1,
      headers: [{ from: 'a', to: 'b', 'c d': 1 }],
    };
    const destinations = [{ id: 'a', name: 'A', type: 'WEBHOOK', config }];
    const text = JSON.stringify({ workspaces: [{ id: 'ws', destinations }] });
    const path = 'workspaces[0].destinations[0].config';
    expect(problemsOf(text, {})).toEqual([
      `${path}.headers[0]["c d"]: is not a known member`,
      expect.stringContaining(`${path}.${LONG_NAME}: is not a variable`),
      expect.stringContaining(`${path}["a b"]: is not a variable of WEBHOOK (it has `),
      `${path}["x.y"]: needs the environment variable NOT_SET, which is not set`,
    ]);
  });

  it('reports the paths of all problems at once', () => {
    const text = `
workspaces:
  - id: "not an id"
    colour: red
    tokens:
      - { name: weak, email: nobody, token: short, role: admin, scopes: [] }
    destinations:
      - { id: a, name: A, type: WEBHOK }
      - { id: b, name: B, type: WEBHOOK, transformation: nope, config: { webhokUrl: x, port: 1 } }
      - { id: b, name: C, type: REDIS, enabled: 1 }
    connections:
      - { sourceId: nope, destinationId: a }
    credentials:
      - { key: k, value: "\${NOT_SET} and \${EMPTY}" }
namespaces:
  - { id: ns, workspaces: [other] }
`;
    expect(problemsOf(text, { EMPTY: '' })).toEqual([
      expect.stringMatching(/^namespaces\[0\]\.workspaces\[0\]: there is no workspace "other"/),
      'workspaces[0]: unknown key "colour"',
      expect.stringMatching(
        /^workspaces\[0\]\.connections\[0\]\.sourceId: there is no source "nope"/,
      ),
      'workspaces[0].credentials[0].value: needs the environment variable NOT_SET, EMPTY, which is not set',
      'workspaces[0].destinations[0].type: there is no destination type "WEBHOK"; did you mean "WEBHOOK"?',
      expect.stringMatching(
        /^workspaces\[0\]\.destinations\[1\]\.config\.port: is not a variable of WEBHOOK \(it has /,
      ),
      'workspaces[0].destinations[1].config.webhokUrl: is not a variable of WEBHOOK; did you mean "webhookUrl"?',
      expect.stringMatching(
        /^workspaces\[0\]\.destinations\[1\]\.transformation: there is no transformation/,
      ),
      'workspaces[0].destinations[2].enabled: must be true or false',
      'workspaces[0].destinations[2].id: is already used by workspaces[0].destinations[1]',
      expect.stringMatching(/^workspaces\[0\]\.id: must be 1 to 64 letters/),
      'workspaces[0].tokens[0]: needs either a role or scopes',
      'workspaces[0].tokens[0].email: must be an e-mail address',
      expect.stringMatching(/^workspaces\[0\]\.tokens\[0\]\.scopes: must name at least one scope/),
      expect.stringMatching(/^workspaces\[0\]\.tokens\[0\]\.token: is too weak/),
    ]);
  });

  it.each([
    ['sources', '{ id: a, name: A, type: T }', 'sources[1].id'],
    ['transformations', '{ id: a, name: A, code: x }', 'transformations[1].id'],
    ['libraries', '{ id: a, name: A, code: x }', 'libraries[1].id'],
    ['credentials', '{ key: a, value: b }', 'credentials[1].key'],
    ['destinations', '{ id: a, name: A, type: HTTP }', 'destinations[1].id'],
  ])('rejects two %s with the same id or key', (list, element, path) => {
    expect(problemsWith(`${list}: [${element}, ${element}]`)).toContainEqual(
      expect.stringContaining(`workspaces[0].${path}: is already used by`),
    );
  });

  it('rejects a verification after the purge of identifiers, and accepts one until then', () => {
    const file = (days: number) =>
      JSON.stringify({ workspaces: [{ id: 'a' }, { id: 'b', verifyAfterDays: days }] });
    const limits = { personalDataDays: 30 };
    for (const days of [0, 7, 30]) {
      const { workspaces } = parseWorkspaceFile(file(days), {}, limits);
      expect(workspaces[1]?.verifyAfterDays).toBe(days);
    }
    expect(() => parseWorkspaceFile(file(31), {}, limits)).toThrow(
      /workspaces\[1\]\.verifyAfterDays: must be at most 30, .*LETHE_PII_RETENTION_DAYS/,
    );
    expect(() => parseWorkspaceFile(file(-1), {}, limits)).toThrow(/from 0 to 3650/);
  });

  it('rejects two connections from the same source to the same destination', () => {
    const connection = '{ sourceId: a, destinationId: b }';
    expect(problemsWith(`connections: [${connection}, ${connection}]`)).toContainEqual(
      'workspaces[0].connections[1]: is the same connection as workspaces[0].connections[0]',
    );
  });

  it('rejects two libraries with the same name, because code imports them by name', () => {
    const libraries = '{ id: a, name: pii, code: x }, { id: b, name: pii, code: x }';
    expect(problemsWith(`libraries: [${libraries}]`)).toEqual([
      'workspaces[0].libraries[1].name: is already used by workspaces[0].libraries[0]',
    ]);
  });

  it('rejects a secret with two owners, and does not repeat the secret', () => {
    const text = `{ workspaces: [
      { id: a, tokens: [{ name: t, email: a@b.c, token: ${TOKEN}, role: viewer }] },
      { id: b, dataPlanes: [{ name: d, token: ${TOKEN} }] } ] }`;
    const problems = problemsOf(text);
    expect(problems).toEqual([
      'workspaces[1].dataPlanes[0].token: is already the secret of workspaces[0].tokens[0]',
    ]);
  });

  it('accepts the same ids in two workspaces', () => {
    const sources = 'sources: [{ id: src, name: S, type: T }]';
    expect(problemsOf(`{ workspaces: [{ id: a, ${sources} }, { id: b, ${sources} }] }`)).toEqual(
      [],
    );
  });

  it('rejects a token without role or scopes', () => {
    expect(problemsWith(`tokens: [{ name: t, email: a@b.c, token: ${TOKEN} }]`)).toEqual([
      'workspaces[0].tokens[0]: needs either a role or scopes',
    ]);
  });

  it.each([
    ['role: root', 'role: must be one of viewer, editor, admin, owner'],
    ['scopes: [regulations:reed]', 'scopes[0]: must be one of regulations:read'],
    ['role: viewer, expiresAt: tomorrow', 'expiresAt: must be a time like'],
  ])('rejects %s', (members, problem) => {
    const token = `{ name: t, email: a@b.c, token: ${TOKEN}, ${members} }`;
    expect(problemsWith(`tokens: [${token}]`)).toEqual([
      expect.stringContaining(`workspaces[0].tokens[0].${problem}`),
    ]);
  });

  it('rejects values that the database cannot store', () => {
    expect(problemsWith('name: "a\\0b"')).toEqual([expect.stringContaining('cannot be stored')]);
    expect(
      problemsWith('sources: [{ id: s, name: S, type: T, config: { n: 9007199254740993 } }]'),
    ).toEqual([expect.stringContaining('workspaces[0].sources[0].config.n: is a number')]);
  });

  it('reports the position of a YAML syntax error', () => {
    expect(problemsOf('workspaces:\n  - id: a\n    id: b\n')).toEqual([
      expect.stringMatching(/^line 3, column 5: /),
    ]);
    expect(problemsOf('workspaces: [')).toEqual([expect.stringMatching(/^line 1, column \d+: /)]);
  });

  it.each(['', '[]', 'null', 'text', '{ workspace: [] }', '{ workspaces: {} }'])(
    'rejects a file with the content %j',
    (text) => {
      expect(problemsOf(text).length).toBeGreaterThan(0);
    },
  );

  it('does not expand aliases that multiply exponentially', () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(9)}]`,
    );
    expect(problemsOf(['l0: &l0 [x]', ...levels].join('\n'))).toEqual([
      expect.stringContaining('alias'),
    ]);
  });
});
