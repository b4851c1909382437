import { randomInt } from 'node:crypto';
import { attack, fetchSchemathesis } from './openapi/schemathesis.js';
import { StandaloneSystem } from './standalone-system.js';
import { DATA_PLANES, NAMESPACE, TOKENS } from './support/workspaces.js';

const SEED = randomInt(2 ** 31);
/** Of each of the four callers: under three minutes in all. LETHE_OPENAPI_SECONDS makes it longer. */
const SECONDS = Number(process.env.LETHE_OPENAPI_SECONDS ?? 40);

const basic = (secret: string): string => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;

describe(`requests that are made up from the OpenAPI document (seed ${SEED})`, () => {
  let system: StandaloneSystem;

  beforeAll(async () => {
    await fetchSchemathesis();
    // Credentials that nobody has are part of it, by the hundred a minute.
    system = await StandaloneSystem.start(undefined, { LETHE_FAILED_CREDENTIALS: '0' });
  });
  afterAll(() => system.stop());

  it.each([
    ['who may only read', `Bearer ${TOKENS.viewer}`, '/v2/regulations', 200],
    [
      'a data plane',
      basic(DATA_PLANES.namespace),
      `/data-plane/v1/namespaces/${NAMESPACE}/config`,
      200,
    ],
    [
      'who has a token that nobody knows',
      'Bearer lth_e2e_nobody_0123456789abcdefghijk',
      '/v2/regulations',
      401,
    ],
    // The last one, as it may revoke what the others come with.
    ['an admin', `Bearer ${TOKENS.admin}`, '/v2/regulations', 200],
  ])(
    'are answered as the document says, and never with a 5xx: %s',
    async (_caller, authorization, path, status) => {
      const { address } = system;
      expect((await fetch(`${address}${path}`, { headers: { authorization } })).status).toBe(
        status,
      );
      const { code, output } = await attack({
        address,
        authorization,
        seconds: SECONDS,
        seed: SEED,
      });
      process.stdout.write(output.slice(output.lastIndexOf('Test cases')));
      if (code !== 0) throw new Error(output);
      expect(output).toMatch(/[1-9]\d* generated/);
    },
  );

  it('left no line at level error in the log', () => {
    expect(
      system.app.output.split('\n').filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
  });
});
