import { jest } from '@jest/globals';
import type { FormerCredential, OnFormer, TokenIdentity } from '@lethe/catalog';
import { Metrics, type Logger } from '@lethe/observability';
import { countLookups } from './credential-metrics.js';
import { FormerCredentials } from './former-credentials.js';

const former = (id: string, workspaceId = 'ws'): FormerCredential => ({
  endedBy: 'revoked',
  id,
  name: `name of ${id}`,
  owner: { workspaceId },
});

describe('FormerCredentials', () => {
  it('logs each credential once in ten minutes', () => {
    let now = 0;
    const warn = jest.fn();
    const credentials = new FormerCredentials({ warn }, () => now);
    for (let minute = 0; minute < 20; minute += 1) {
      now = minute * 60_000;
      credentials.note('token', former('a'));
      credentials.note('data_plane', former('b'));
    }
    expect(warn).toHaveBeenCalledTimes(4);
    expect(warn.mock.calls[0]).toEqual([
      {
        credential: {
          ...{ kind: 'token', id: 'a', name: 'name of a' },
          ...{ endedBy: 'revoked', workspaceId: 'ws' },
        },
      },
      'a revoked or expired credential is still in use',
    ]);
  });

  it('limits the log lines of one owner and of all owners', () => {
    let now = 0;
    const warn = jest.fn();
    const credentials = new FormerCredentials({ warn }, () => now);
    for (let n = 0; n < 5_000; n += 1) credentials.note('token', former(`t${n}`));
    expect(warn).toHaveBeenCalledTimes(5);
    credentials.note('token', former('of another', 'other'));
    expect(warn).toHaveBeenCalledTimes(6);
    for (let n = 0; n < 5_000; n += 1) credentials.note('token', former(`u${n}`, `ws${n}`));
    expect(warn).toHaveBeenCalledTimes(100);
    now = 600_000;
    credentials.note('token', former('t0'));
    expect(warn).toHaveBeenCalledTimes(101);
  });

  it('counts revoked credentials separately from unknown credentials', async () => {
    const ask = (secret: string, _lookUpUnknown: unknown, onFormer?: OnFormer) => {
      if (secret === 'old') onFormer?.(former('old'));
      return Promise.resolve(secret === 'good' ? ({} as TokenIdentity) : undefined);
    };
    const metrics = new Metrics();
    const logger = { warn: () => undefined } as unknown as Logger;
    const never = { authenticate: () => Promise.resolve(undefined) };
    const parts = {
      ...{ authenticator: { authenticate: ask }, dataPlaneAuthenticator: never },
      sessionAuthenticator: { ...never, invalidate: () => undefined },
    };
    const counted = countLookups(parts, metrics, logger);
    for (const secret of ['good', 'old', 'old', 'guess']) {
      await counted.authenticator.authenticate(secret);
    }
    const shown = await metrics.registry.metrics();
    for (const [result, count] of Object.entries({
      known: 1,
      revoked: 2,
      unknown: 1,
      expired: 0,
    })) {
      expect(shown).toContain(
        `lethe_gateway_credential_lookups_total{kind="token",result="${result}"} ${count}`,
      );
    }
  });
});
