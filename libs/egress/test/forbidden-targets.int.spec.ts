import { createEgress } from '../src/create-egress.js';
import { EgressRefusedError } from '../src/egress-errors.js';
import { FORBIDDEN_TARGETS, forbiddenNames } from '../src/testing/forbidden-targets.js';

describe('forbidden targets', () => {
  const egress = createEgress({ lookup: forbiddenNames });
  afterAll(() => egress.close());

  it('are at least 60 cases with different names', () => {
    expect(FORBIDDEN_TARGETS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(FORBIDDEN_TARGETS.map(({ name }) => name)).size).toBe(FORBIDDEN_TARGETS.length);
  });

  it.each(FORBIDDEN_TARGETS)('refuses $name: $url', async ({ url, message }) => {
    const sent = egress.send(
      { method: 'GET', url, headers: {} },
      { timeoutMs: 10_000, maxAnswerBytes: 1_000 },
    );
    await expect(sent).rejects.toEqual(new EgressRefusedError(message));
  });
});
