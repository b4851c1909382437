import { checkConfig } from './check-config.js';
import { allDefinitions, findDefinition } from '../registry.js';

const webhook = findDefinition('WEBHOOK')!;
const amplitude = findDefinition('AMPLITUDE')!;

describe('checkConfig', () => {
  it('accepts a complete and an incomplete configuration of a webhook', () => {
    expect(checkConfig(webhook, {})).toEqual([]);
    expect(
      checkConfig(webhook, {
        webhookUrl: 'https://example.com/hook',
        webhookMethod: 'PUT',
        headers: [{ from: 'x-a', to: 'b' }],
        deletionUrl: null,
      }),
    ).toEqual([]);
  });

  it.each([
    [{ webhookURL: 'https://example.com' }, 'webhookURL', 'is not a variable of WEBHOOK'],
    [{ webhookUrl: 5 }, 'webhookUrl', 'must be a string'],
    [{ webhookMethod: 'HEAD' }, 'webhookMethod', 'must be one of POST, GET, PUT, PATCH, DELETE'],
    [{ headers: { 'x-a': 'b' } }, 'headers', 'must be a list'],
    [{ headers: ['x-a: b'] }, 'headers[0]', 'must be an object'],
    [{ headers: [null] }, 'headers[0]', 'must be an object'],
    [
      {
        headers: [
          { from: 'a', to: 'b' },
          { from: 'c', to: 1 },
        ],
      },
      'headers[1].to',
      'must be a string',
    ],
    [{ headers: [{ form: 'a', to: 'b' }] }, 'headers[0].form', 'is not a known member'],
  ])('reports the path and the problem of %j', (config, path, problem) => {
    expect(checkConfig(webhook, config)).toEqual([expect.objectContaining({ path, problem })]);
  });

  it('returns the known names, so that callers can suggest a name', () => {
    expect(checkConfig(webhook, { webhookURL: '' })[0]?.knownNames).toEqual(
      webhook.config.destConfig.defaultConfig,
    );
    expect(checkConfig(webhook, { headers: [{ form: '' }] })[0]?.knownNames).toEqual([
      'from',
      'to',
    ]);
  });

  it('rejects names of members that all JavaScript objects inherit', () => {
    expect(checkConfig(webhook, { toString: 'a', constructor: 'b' })).toHaveLength(2);
    expect(checkConfig(webhook, JSON.parse('{"__proto__":"a"}') as object as never)).toHaveLength(
      1,
    );
  });

  it.each(allDefinitions())('accepts for $name the variables that dashboards store', (each) => {
    const stored = {
      connectionMode: { web: 'cloud', android: 'device' },
      eventDelivery: true,
      eventDeliveryTS: 1_700_000_000_000,
      consentManagement: { web: [{ provider: 'custom', resolutionStrategy: 'and', consents: [] }] },
      oneTrustCookieCategories: [{ oneTrustCookieCategory: 'C0001' }],
      ketchConsentPurposes: [],
    };
    const variables = each.config.destConfig.defaultConfig;
    const added = Object.entries(stored).filter(([name]) => !variables.includes(name));
    expect(checkConfig(each, Object.fromEntries(added))).toEqual([]);
  });

  it('accepts TLS modes and logins that work for events but not for deletions', () => {
    expect(checkConfig(findDefinition('POSTGRES')!, { sslMode: 'prefer' })).toEqual([]);
    expect(checkConfig(findDefinition('KAFKA')!, { saslType: 'SCRAM-SHA-512' })).toEqual([]);
  });

  it('accepts numbers as text, because environment variables are texts', () => {
    const kafka = findDefinition('KAFKA')!;
    expect(checkConfig(kafka, { port: '9092' })).toEqual([]);
    expect(checkConfig(kafka, { port: 9092 })).toEqual([]);
    expect(checkConfig(kafka, { port: 'kafka:9092' })).toEqual([
      { path: 'port', problem: 'must be a number' },
    ]);
    expect(checkConfig(kafka, { useSASL: 'true' })).toEqual([
      { path: 'useSASL', problem: 'must be true or false' },
    ]);
  });

  it('accepts an empty text for a number, because forms store empty fields as text', () => {
    expect(checkConfig(findDefinition('HTTP')!, { maxBatchSize: '' })).toEqual([]);
  });

  it('accepts presets that are disabled, changed or added', () => {
    expect(
      checkConfig(amplitude, {
        presets: [
          { name: 'Identify Calls', enabled: false },
          { name: 'Track Calls', mapping: { event_type: 'fixed' } },
          { name: 'Groups', action: 'groupIdentifyUser', subscribe: 'type = "group"' },
        ],
      }),
    ).toEqual([]);
  });

  it.each([
    [{ name: 'Identify Cals' }, 'presets[0].name', 'is not a preset of AMPLITUDE'],
    [{ name: 'Mine', action: 'nope' }, 'presets[0].action', 'is not an action of AMPLITUDE'],
    [{ enabled: true }, 'presets[0].name', 'must be a string'],
    [{ name: 'Track Calls', enabled: 'no' }, 'presets[0].enabled', 'must be true or false'],
  ])('rejects the preset %j', (preset, path, problem) => {
    const problems = checkConfig(amplitude, { presets: [preset] });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.path).toBe(path);
    expect(problems[0]?.problem).toContain(problem);
  });

  it('does not repeat configured values, because they can be secrets', () => {
    const problems = checkConfig(webhook, {
      deletionSecret: ['hunter2'],
      webhookMethod: 'hunter2',
    });
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('returns at most 50 problems', () => {
    const config = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`v${n}`, n]));
    expect(checkConfig(webhook, config)).toHaveLength(50);
  });

  it.each(allDefinitions())('has a field for each variable of $name', ({ config }) => {
    expect(Object.keys(config.fields)).toEqual(config.destConfig.defaultConfig);
  });
});
