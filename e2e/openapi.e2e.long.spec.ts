import { randomInt } from 'node:crypto';
import { attack, fetchSchemathesis } from './openapi/schemathesis.js';
import { StandaloneSystem } from './standalone-system.js';
import { DATA_PLANES, NAMESPACE, TOKENS } from './support/workspaces.js';

const SEED = randomInt(2 ** 31);
/**
 * Seconds for each of the four callers. Together they take less than three minutes. Set
 * LETHE_OPENAPI_SECONDS for a longer run.
 */
const SECONDS = Number(process.env.LETHE_OPENAPI_SECONDS ?? 40);

const basic = (secret: string): string => `Basic ${Buffer.from(`${secret}:`).toString('base64')}`;

describe(`requests that are generated from the OpenAPI document (seed ${SEED})`, () => {
  let system: StandaloneSystem;

  beforeAll(async () => {
    await fetchSchemathesis();
    // The test sends hundreds of invalid credentials a minute.
    system = await StandaloneSystem.start(undefined, { LETHE_FAILED_CREDENTIALS: '0' });
  });
  afterAll(() => system.stop());

  it.each([
    ['a viewer', `Bearer ${TOKENS.viewer}`, '/v2/regulations', 200],
    [
      'a data plane',
      basic(DATA_PLANES.namespace),
      `/data-plane/v1/namespaces/${NAMESPACE}/config`,
      200,
    ],
    [
      'a client with an unknown token',
      'Bearer lth_e2e_unknown_0123456789abcdefghij',
      '/v2/regulations',
      401,
    ],
    // The admin is the last caller, because it can revoke the credentials of the others.
    ['an admin', `Bearer ${TOKENS.admin}`, '/v2/regulations', 200],
  ])(
    'get documented answers, and never a 5xx: %s',
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

  it('cause no line at level error in the log', () => {
    expect(
      system.app.output.split('\n').filter((line) => line.includes('"level":"error"')),
    ).toEqual([]);
  });
});
