import { canDelete, deletionRefusal } from './deletion-capability.js';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { allDefinitions, findDefinition } from '../registry.js';

const POSTGRES = {
  host: 'db.example.com',
  database: 'events',
  user: 'lethe',
  deletionTables: [{ table: 'users', userIdColumn: 'id' }],
};

describe('deletionRefusal', () => {
  const deletable = [
    ['WEBHOOK', { deletionUrl: 'https://example.com/delete' }, 'deletionUrl'],
    ['REDIS', { address: 'redis.example.com:6379' }, 'address'],
    ['S3', { bucketName: 'events' }, 'bucketName'],
    ['KAFKA', { hostName: 'kafka.example.com', topic: 'events' }, 'topic'],
    ['POSTGRES', POSTGRES, 'deletionTables'],
    ['AMPLITUDE', { apiKey: 'k', secretKey: 's' }, 'secretKey'],
    ['MAGELLAN_AI', { pixelToken: 'p', apiToken: 't' }, 'apiToken'],
  ] as const;

  it.each(deletable)('accepts a complete configuration of a %s', (type, config) => {
    expect(deletionRefusal(type, config, 'cloud')).toBeUndefined();
  });

  it.each(deletable)('names the variable that a %s lacks', (type, _config, missing) => {
    expect(deletionRefusal(type, {}, 'cloud')).toContain(missing);
    expect(deletionRefusal(type, { [missing]: ' ' }, 'cloud')).toContain(missing);
  });

  it('treats an empty list as missing', () => {
    expect(deletionRefusal('POSTGRES', { ...POSTGRES, deletionTables: [] }, 'cloud')).toContain(
      'deletionTables',
    );
  });

  it.each(['device', 'hybrid'] as const)('refuses deletions in %s mode', (mode) => {
    expect(deletionRefusal('REDIS', { address: 'a:1' }, mode)).toContain(`${mode} mode`);
  });

  it('supports deletions only for integrations that really delete', () => {
    // The deletion handlers of these two integrations do nothing, or ignore the given user.
    for (const name of ['BLACKBAUD_RAISERS_EDGE_NXT', 'GOOGLE_DATA_MANAGER']) {
      expect(findDefinition(name)?.capabilities.deletion.supported).toBe(false);
    }
    expect(findDefinition('ENCHARGE_CLOUD_ACTIONS')?.capabilities.deletion).toEqual({
      supported: true,
      identifiers: ['userId', 'anonymousId'],
      batchSize: 1,
      requestsPerSecond: 5,
    });
  });

  it('refuses types that cannot delete, and unknown types', () => {
    expect(deletionRefusal('HTTP', {}, 'cloud')).toContain('does not support deletion');
    expect(deletionRefusal('NOPE', {}, 'cloud')).toContain('does not support deletion');
  });

  it('accepts exactly the built-in types at which Lethe deletes', () => {
    const config = {
      ...POSTGRES,
      deletionUrl: 'https://example.com',
      address: 'a:1',
      database: '0',
      bucketName: 'bucket',
      hostName: 'k',
      topic: 't',
    };
    const accepted = allDefinitions().filter(
      ({ name }) => deletionRefusal(name, config, 'cloud') === undefined,
    );
    const builtIn = accepted.filter(({ provider }) => provider !== 'actions');
    expect(builtIn.map(({ name }) => name)).toEqual([
      'CUSTOM',
      'KAFKA',
      'POSTGRES',
      'REDIS',
      'S3',
      'WEBHOOK',
    ]);
  });
});

describe('canDelete', () => {
  const webhook = findDefinition('WEBHOOK')!;
  const byEmail: DestinationDefinition = {
    ...webhook,
    capabilities: {
      ...webhook.capabilities,
      deletion: { supported: true, identifiers: ['email', 'phone'] },
    },
  };

  it('returns true if the userId is enough', () => {
    expect(canDelete(webhook, { userId: 'user-1' })).toBe(true);
  });

  it('returns false if the user has no identifier that the destination supports', () => {
    expect(canDelete(byEmail, { userId: 'user-1' })).toBe(false);
    expect(canDelete(byEmail, { userId: 'user-1', email: '' })).toBe(false);
    expect(canDelete(byEmail, { userId: 'user-1', phone: '+4512345678' })).toBe(true);
  });

  it('ignores inherited members', () => {
    const odd = { ...byEmail.capabilities.deletion, identifiers: ['toString'] };
    const definition = { ...byEmail, capabilities: { ...byEmail.capabilities, deletion: odd } };
    expect(canDelete(definition, { userId: 'user-1' })).toBe(false);
  });
});
