import {
  BUILT_IN_DEFINITIONS,
  findBuiltInDefinition,
} from '../destination-types/built-in-definitions.js';
import { MESSAGE_TYPES } from '../definition/destination-definition.js';
import { parseDefinitions } from './parse-definitions.js';

/** A definition that has only the required members. */
const MINIMAL = {
  name: 'ACME_CRM',
  displayName: 'Acme CRM',
  config: { destConfig: { defaultConfig: ['apiKey', 'region'] } },
};
const FULL = {
  ...MINIMAL,
  id: 'def-1',
  category: 'cloud',
  provider: 'transformer',
  config: {
    destConfig: { defaultConfig: ['apiKey', 'region', 'headers', 'flags'] },
    fields: {
      apiKey: { type: 'string', required: true },
      region: { type: 'string', choices: ['EU', 'US'], default: 'EU' },
      headers: {
        type: 'array',
        items: { type: 'object', members: { to: { type: 'string', secret: true } } },
      },
    },
    secretKeys: ['apiKey'],
    supportedMessageTypes: ['identify', 'track'],
    supportedConnectionModes: ['cloud', 'device'],
  },
  capabilities: {
    test: { supported: true },
    deletion: {
      supported: true,
      identifiers: ['userId', 'email'],
      batchSize: 100,
      requestsPerSecond: 0.5,
    },
  },
};
const asServed = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('parseDefinitions', () => {
  it('adds default values, and treats all variables as secrets', () => {
    expect(parseDefinitions([MINIMAL])).toEqual({
      problems: [],
      definitions: [
        {
          id: 'def_acme_crm',
          name: 'ACME_CRM',
          displayName: 'Acme CRM',
          category: 'cloud',
          provider: 'transformer',
          config: {
            destConfig: { defaultConfig: ['apiKey', 'region'] },
            fields: {},
            secretKeys: ['apiKey', 'region'],
            supportedMessageTypes: MESSAGE_TYPES,
            supportedConnectionModes: ['cloud'],
          },
          capabilities: {
            test: { supported: true },
            deletion: {
              supported: false,
              reason: 'Lethe cannot delete users at Acme CRM.',
            },
          },
        },
      ],
    });
  });

  it('keeps all given members, and adds the secret fields to secretKeys', () => {
    const { definitions, problems } = parseDefinitions({ definitions: [FULL] });
    expect(problems).toEqual([]);
    expect(definitions).toEqual([
      {
        ...FULL,
        config: {
          ...FULL.config,
          secretKeys: ['apiKey', 'headers.to'],
          fields: {
            ...FULL.config.fields,
            apiKey: { type: 'string', required: true, secret: true },
          },
        },
      },
    ]);
  });

  it('accepts the list that another installation returns, and skips its built-in types', () => {
    const { definitions } = parseDefinitions([MINIMAL, { ...FULL, name: 'AMPLITUDE', id: 'own' }]);
    const listed = asServed([...BUILT_IN_DEFINITIONS, ...definitions]);
    expect(parseDefinitions(listed)).toEqual({ definitions, problems: [] });
  });

  it('rejects a built-in type of another version that this version does not have', () => {
    const newer = { ...(asServed(findBuiltInDefinition('AMPLITUDE')) as object), name: 'NEWER' };
    expect(parseDefinitions([newer]).problems).toContainEqual({
      path: '[0].provider',
      problem: 'must be transformer or absent: this version of Lethe has no such type of its own',
    });
  });

  it.each(['WEBHOOK', 'KINESIS', 'REDIS', 'SNOWFLAKE'])('does not replace the type %s', (name) => {
    expect(parseDefinitions([{ ...MINIMAL, name }]).problems).toEqual([
      { path: '[0].name', problem: `"${name}" is a built-in type of Lethe and cannot be replaced` },
    ]);
  });

  it('allows tests only if both the category and the definition allow them', () => {
    const test = { supported: false };
    const { definitions } = parseDefinitions([
      { ...MINIMAL, name: 'A', category: 'warehouse' },
      { ...MINIMAL, name: 'B', capabilities: { test } },
      { ...MINIMAL, name: 'C', capabilities: { test: { ...test, reason: 'Not yet.' } } },
    ]);
    expect(definitions.map(({ capabilities }) => capabilities.test)).toEqual([
      expect.objectContaining({ supported: false }),
      { supported: false, reason: 'Its definition says that Acme CRM cannot be tested.' },
      { supported: false, reason: 'Not yet.' },
    ]);
  });

  it('returns all problems with their paths', () => {
    const { destConfig } = MINIMAL.config;
    const { problems } = parseDefinitions({
      definitions: [
        7,
        {},
        { ...MINIMAL, name: 'lower', displayName: ' ', categry: 'cloud' },
        { ...MINIMAL, config: { ...MINIMAL.config, secretKeys: ['apikey', 'region.x'] } },
        { ...MINIMAL, config: { destConfig: { defaultConfig: ['a', 'a', 'b.c', '__proto__'] } } },
        { ...MINIMAL, name: 'N1', config: { destConfig, fields: { reg: { type: 'string' } } } },
        { ...MINIMAL, name: 'N2', config: { destConfig, fields: { region: { type: 'text' } } } },
        { ...MINIMAL, name: 'N3', capabilities: { deletion: { supported: 'yes' }, test: {} } },
        { ...MINIMAL, name: 'N4', capabilities: { deletion: { supported: true, batchSize: 0 } } },
        { ...MINIMAL, name: 'N5', id: 'def_webhook', category: 'clod' },
        { ...MINIMAL, name: 'N6', id: 'def_webhook' },
      ],
    });
    expect(problems.map(({ path, problem }) => `${path} ${problem}`)).toEqual([
      'definitions[0] must be an object',
      'definitions[1].name is missing',
      'definitions[1].displayName is missing',
      'definitions[1].config is missing',
      'definitions[2].name must be 1 to 64 upper-case letters, digits or "_"',
      'definitions[2].displayName must not be empty',
      'definitions[2] has an unknown member "categry"; did you mean "category"?',
      'definitions[3].config.secretKeys[0] "apikey" is not in destConfig.defaultConfig; did you mean "apiKey"?',
      'definitions[4].name "ACME_CRM" is already defined at definitions[3]',
      'definitions[4].config.destConfig.defaultConfig[2] must be 1 to 100 letters, digits, "_", "-" or "$"',
      'definitions[4].config.destConfig.defaultConfig[3] is a name that JavaScript reserves',
      'definitions[4].config.destConfig.defaultConfig[1] repeats "a"',
      'definitions[5].config.fields.reg "reg" is not in destConfig.defaultConfig',
      'definitions[6].config.fields.region.type must be one of string, number, boolean, object, array',
      'definitions[7].capabilities.test.supported must be true or false',
      'definitions[7].capabilities.deletion.supported must be true or false',
      'definitions[8].capabilities.deletion.batchSize must be at least 1',
      `definitions[9].category must be one of webhook, stream, spreadsheet, key-value-cache, stream-insert-warehouse, object-store, warehouse, file-transfer, cloud, custom`,
      'definitions[10].id "def_webhook" is the id of another type',
    ]);
  });

  it.each([undefined, null, 'x', {}, { definitions: 7 }])('rejects the document %j', (document) => {
    expect(parseDefinitions(document).problems).toEqual([
      expect.objectContaining({
        problem: 'must be a list of definitions, or an object with that list in "definitions"',
      }),
    ]);
  });
});
