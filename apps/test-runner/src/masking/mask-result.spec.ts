import {
  answer,
  dataOf,
  MESSAGE,
  run,
  targetOf,
  to,
  TRANSFORMATION,
} from '../../test/test-parts.js';
import type { TestRunParts } from '../stages/test-context.js';

describe('a masked result', () => {
  const secret = 'stored-secret-1';
  const override = 'override-secret-2';
  const credential = 'credential-3-of-the-workspace';
  const target = targetOf(
    { headers: [{ from: 'x-key', to: secret }] },
    { transformation: TRANSFORMATION, credentials: { geo: credential } },
  );
  const everything = [secret, override, credential].join(' and ');
  const base64 = Buffer.from(`user:${credential}`).toString('base64');
  const parts: Partial<TestRunParts> = {
    findTarget: () => Promise.resolve(target),
    openConfig: () => ({ headers: [{ from: 'x-key', to: override }] }),
    runUserCode: () =>
      Promise.resolve({
        status: 'ok',
        events: [{ event: { all: everything } }],
        dropped: [],
        logs: [everything, base64],
      }),
    deliver: () => Promise.resolve(answer({ [credential]: everything, base64 }, 401)),
  };

  it('shows no secret, no override and no credential', async () => {
    const request = { sealedConfig: 'sealed', mayMoveSecrets: true };
    const { text, sent, results } = await run(request, parts);
    for (const hidden of [secret, override, credential, base64]) {
      expect(text).not.toContain(hidden);
    }
    expect(sent).toEqual([to('one', { all: everything })]);
    expect(dataOf(results[0]!)[0]).toMatchObject({
      user_transformed_payload: { all: 'st*** and ov*** and cr***' },
      user_transformation_logs: ['st*** and ov*** and cr***', 'dX***'],
      destination_response: [{ 'cr***': 'st*** and ov*** and cr***' }],
      destination_response_status: [401],
    });
  });

  it('masks all of a long credential that contains a shorter secret', async () => {
    const inner = 'orange-boat';
    const outer = `key-of-${inner}-and-its-tail`;
    const nested = targetOf(
      { headers: [{ from: 'x-key', to: inner }] },
      { transformation: TRANSFORMATION, credentials: { geo: outer } },
    );
    const { text } = await run(
      { mayMoveSecrets: true },
      {
        ...parts,
        findTarget: () => Promise.resolve(nested),
        runUserCode: () =>
          Promise.resolve({
            status: 'ok',
            events: [{ event: { outer } }],
            dropped: [],
            logs: [outer],
          }),
      },
    );
    expect(text).toContain('ke***');
    expect(text).not.toContain('and-its-tail');
    expect(text).not.toContain('key-of');
  });

  it('shows no secret in the errors of the stages', async () => {
    const { results } = await run(
      { sealedConfig: 'sealed' },
      {
        ...parts,
        runUserCode: ({ credentials }) =>
          Promise.resolve({
            status: 'failed',
            error: `Error: ${credentials.geo ?? ''}`,
            logs: [],
            touched: { credentials: true, network: false },
          }),
      },
    );
    expect(dataOf(results[0]!)[0]).toMatchObject({
      user_transformed_payload: { error: 'Error: cr***' },
    });
  });

  it('keeps the names of its members, even if a secret equals such a name', async () => {
    const named = targetOf({ deletionSecret: 'destination_response' });
    const { results } = await run({}, { findTarget: () => Promise.resolve(named) });
    expect(Object.keys(dataOf(results[0]!)[0]!)).toContain('destination_response');
  });

  it('has an error instead of a member that does not fit in a record', async () => {
    const large = 'x'.repeat(500_000);
    const { text, results } = await run(
      {},
      { deliver: () => Promise.resolve(answer([large, large])) },
    );
    expect(text.length).toBeLessThan(900 * 1024);
    expect(dataOf(results[0]!)[0]).toMatchObject({
      dest_transformed_payload: [to('one', MESSAGE)],
      destination_response: { error: expect.stringContaining('900 KiB') as string },
      destination_response_status: [200],
    });
  });
});
