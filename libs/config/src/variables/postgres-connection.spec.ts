import { z } from 'zod';
import { postgresConnection } from './postgres-connection.js';
import { databaseUrl, postgresVariables } from './postgres-variables.js';
import { unavailableVariables } from './unavailable-after.js';

const schema = z.object({
  DATABASE_URL: databaseUrl(),
  ...postgresVariables,
  ...unavailableVariables,
});
const connectionOf = (environment: object) => postgresConnection(schema.parse(environment));

describe('postgresConnection', () => {
  const DATABASE_URL = 'postgres://pooler/lethe';

  it('uses one address when no session URL is set', () => {
    const { url, sessionUrl, keepsSession, connectTimeoutMs, lookupMs } = connectionOf({
      DATABASE_URL,
    });
    expect(url.url).toBe(DATABASE_URL);
    expect(sessionUrl.url).toBe(DATABASE_URL);
    expect(keepsSession).toBe(true);
    expect([connectTimeoutMs, lookupMs]).toEqual([1_500, 1_800]);
  });

  it('uses two addresses when a session URL is set', () => {
    const LETHE_DATABASE_SESSION_URL = 'postgres://server/lethe';
    const { url, sessionUrl, keepsSession } = connectionOf({
      DATABASE_URL,
      LETHE_DATABASE_SESSION_URL,
    });
    expect(url.url).toBe(DATABASE_URL);
    expect(sessionUrl.url).toBe(LETHE_DATABASE_SESSION_URL);
    expect(keepsSession).toBe(false);
  });
});
