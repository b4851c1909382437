import { DetailsCollector } from '@lethe/contracts';
import { findDefinition, maskConfig } from '@lethe/destination-definitions';
import { restoreSecrets } from './restore-secrets.js';

const WEBHOOK = findDefinition('WEBHOOK');
const headers = (...pairs: readonly (readonly [string, string])[]) => ({
  headers: pairs.map(([from, to]) => ({ from, to })),
});

function restore(given: object, stored: object, type = 'WEBHOOK') {
  const problems = new DetailsCollector();
  const config = restoreSecrets(
    findDefinition(type),
    given as Record<string, unknown>,
    stored as Record<string, unknown>,
    problems,
  );
  return { config, problems: Object.keys(problems.toDetails()) };
}

describe('restoreSecrets', () => {
  it('undoes what masking does', () => {
    const stored = {
      webhookUrl: 'https://a.example',
      deletionSecret: '𝄞𝄞 secret',
      ...headers(['a', 'aa1'], ['b', ''], ['a', 'aa2']),
    };
    expect(restore(maskConfig(WEBHOOK, stored), stored)).toEqual({ config: stored, problems: [] });
  });

  it('tells elements apart by their other members, then by their position', () => {
    const stored = headers(['a', 'xx-first'], ['b', 'xx-second'], ['b', 'xx-third']);
    const given = headers(['b', 'xx***'], ['a', 'xx***'], ['b', 'xx***'], ['c', 'new']);
    expect(restore(given, stored).config).toEqual(
      headers(['b', 'xx-second'], ['a', 'xx-first'], ['b', 'xx-third'], ['c', 'new']),
    );
    expect(restore(headers(['renamed', 'xx***']), stored).config).toEqual(
      headers(['renamed', 'xx-first']),
    );
  });

  it('names each mask that nothing stored has', () => {
    const stored = { deletionSecret: 'abc', ...headers(['a', 'abc']) };
    const given = { deletionSecret: 'zz***', ...headers(['a', 'ab***'], ['b', 'ab***']) };
    expect(restore(given, stored).problems).toEqual([
      'config.deletionSecret',
      'config.headers[1].to',
    ]);
  });

  it('leaves texts that only look like a mask where no secret belongs', () => {
    expect(restore({ webhookUrl: 'a***' }, {})).toEqual({
      config: { webhookUrl: 'a***' },
      problems: [],
    });
  });

  it('treats every text as a secret where the type is not known', () => {
    const stored = { a: { b: ['secret'] }, n: 1 };
    const { config, problems } = restore(maskConfig(undefined, stored), stored, 'NOPE');
    expect({ config, problems }).toEqual({ config: stored, problems: [] });
  });
});
