import { MESSAGE_TYPES } from './definition/destination-definition.js';
import { allDefinitions, findDefinition } from './registry.js';

describe('the definitions', () => {
  it('have unique names and ids, and are sorted by name', () => {
    const names = allDefinitions().map((definition) => definition.name);
    expect(names).toEqual([...new Set(names)].sort());
    expect(new Set(allDefinitions().map((definition) => definition.id)).size).toBe(names.length);
  });

  it('include exactly these types, besides the types of the actions library', () => {
    const listed =
      `WEBHOOK HTTP CUSTOM KINESIS KAFKA AZURE_EVENT_HUB FIREHOSE EVENTBRIDGE PERSONALIZE
      CONFLUENT_CLOUD GOOGLEPUBSUB GOOGLESHEETS REDIS BQSTREAM S3 AZURE_BLOB DIGITAL_OCEAN_SPACES GCS
      MINIO SNOWFLAKE BQ RS POSTGRES CLICKHOUSE MSSQL AZURE_SYNAPSE DELTALAKE S3_DATALAKE
      GCS_DATALAKE AZURE_DATALAKE`.split(/\s+/);
    const found = allDefinitions().filter(({ provider }) => provider !== 'actions');
    expect(found.map(({ name }) => name)).toEqual(listed.sort());
  });

  it.each(allDefinitions())(
    'of $name have unique variables, and each secret is a variable',
    (each) => {
      const variables = each.config.destConfig.defaultConfig;
      expect(new Set(variables).size).toBe(variables.length);
      const secrets = each.config.secretKeys.map((key) => key.split('.')[0]);
      expect(variables).toEqual(expect.arrayContaining(secrets));
    },
  );

  it.each(allDefinitions())('of $name give a reason for each missing capability', (each) => {
    for (const capability of Object.values(each.capabilities)) {
      expect(capability.reason === undefined).toBe(capability.supported);
    }
  });

  it('support tests only for webhooks, besides the types of the actions library', () => {
    const testable = allDefinitions().filter(
      (each) => each.capabilities.test.supported && each.provider !== 'actions',
    );
    expect(testable.map((each) => each.name)).toEqual(['HTTP', 'WEBHOOK']);
    expect(findDefinition('WEBHOOK')?.config.supportedMessageTypes).toEqual(MESSAGE_TYPES);
  });

  it('include the types of the actions library', () => {
    const actions = allDefinitions().filter(({ provider }) => provider === 'actions');
    expect(actions.length).toBeGreaterThan(200);
    expect(findDefinition('AMPLITUDE')).toMatchObject({
      displayName: 'Amplitude',
      category: 'cloud',
      config: {
        destConfig: { defaultConfig: ['apiKey', 'secretKey', 'endpoint', 'presets'] },
        secretKeys: ['apiKey', 'secretKey', 'presets.mapping'],
      },
      capabilities: {
        test: { supported: true },
        deletion: { supported: true, identifiers: ['userId'], batchSize: 1 },
      },
      presets: expect.arrayContaining([
        {
          name: 'Identify Calls',
          action: 'identifyUser',
          subscribe: 'type = "identify"',
          enabled: true,
        },
      ]) as unknown,
    });
  });

  it('support tests for types of the actions library, except types without HTTP requests', () => {
    const refused = allDefinitions().filter(
      ({ provider, capabilities }) => provider === 'actions' && !capabilities.test.supported,
    );
    expect(refused.map(({ name }) => name)).toEqual([
      'ACOUSTIC',
      'AMAZON_EVENTBRIDGE',
      'AWS_KINESIS',
      'GOOGLE_SHEETS',
      'GOOGLE_SHEETS_DEV',
      'LIVERAMP_AUDIENCES',
      'S3_CSV',
      'SFTP',
      'THE_TRADE_DESK_CRM',
    ]);
  });

  it.each(allDefinitions().filter(({ presets }) => presets !== undefined))(
    'of $name have unique presets, and enable no preset without a trigger',
    ({ presets = [] }) => {
      expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length);
      expect(presets.filter(({ enabled, subscribe }) => enabled && !subscribe)).toEqual([]);
    },
  );

  it('are found only by their exact names', () => {
    expect(findDefinition('WEBHOOK')?.displayName).toBe('Webhook');
    expect(findDefinition('webhook')).toBeUndefined();
    expect(findDefinition('__proto__')).toBeUndefined();
  });
});
