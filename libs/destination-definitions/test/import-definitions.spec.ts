import { checkConfig } from '../src/definition/check-config.js';
import { deletionRefusal } from '../src/deletion/deletion-capability.js';
import { maskConfig } from '../src/secrets/mask-config.js';
import { allDefinitions, findDefinition, importDefinitions } from '../src/registry.js';

const ACME = {
  name: 'ACME_CRM',
  displayName: 'Acme CRM',
  config: {
    destConfig: { defaultConfig: ['apiKey', 'region', 'options'] },
    fields: { apiKey: { type: 'string', required: true }, region: { type: 'number' } },
    secretKeys: ['apiKey'],
  },
  capabilities: { deletion: { supported: true } },
};
const AMPLITUDE = { ...ACME, name: 'AMPLITUDE' };

// These tests must run in this sequence, because a process can import definitions only once.
describe('imported definitions', () => {
  it('are not imported if there is a problem, or after definitions were read', () => {
    expect(importDefinitions([ACME, { ...ACME }])).toHaveLength(1);
    expect(importDefinitions([ACME, AMPLITUDE])).toEqual([]);
    expect(() => importDefinitions([])).toThrow('before they are read');
  });

  it('are found and listed, and can replace a type of the actions library', () => {
    expect(findDefinition('ACME_CRM')).toMatchObject({ provider: 'transformer' });
    expect(findDefinition('AMPLITUDE')).toMatchObject({
      provider: 'transformer',
      displayName: 'Acme CRM',
    });
    expect(findDefinition('AMPLITUDE')).not.toHaveProperty('presets');
    const names = allDefinitions().map(({ name }) => name);
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toEqual(expect.arrayContaining(['ACME_CRM', 'AMPLITUDE', 'WEBHOOK']));
  });

  it('apply to checks, masks and deletions', () => {
    const definition = findDefinition('ACME_CRM')!;
    const config = { apiKey: 'abcdef', region: 7, options: [{ any: true }] };
    expect(checkConfig(definition, config)).toEqual([]);
    expect(checkConfig(definition, { region: 'x', regon: 1 })).toEqual([
      { path: 'region', problem: 'must be a number' },
      {
        path: 'regon',
        problem: 'is not a variable of ACME_CRM',
        knownNames: ['apiKey', 'region', 'options'],
      },
    ]);
    expect(maskConfig(definition, config)).toEqual({ ...config, apiKey: 'ab***' });
    expect(deletionRefusal('ACME_CRM', config, 'cloud')).toBeUndefined();
    expect(deletionRefusal('ACME_CRM', {}, 'cloud')).toMatch(/apiKey is missing/);
  });
});
