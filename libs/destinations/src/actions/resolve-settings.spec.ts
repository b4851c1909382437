import { findDefinition } from '@lethe/destination-definitions';
import { resolveSettings } from './resolve-settings.js';

const amplitude = findDefinition('AMPLITUDE')!;
const hubspot = findDefinition('HUBSPOT_CLOUD')!;
const vwo = findDefinition('VWO_CLOUD')!;

describe('resolveSettings', () => {
  it('sets defaults, and leaves out empty values and members that are not settings', () => {
    expect(
      resolveSettings(amplitude, { apiKey: 'k', secretKey: 's', endpoint: '', presets: [] }),
    ).toEqual({ settings: { apiKey: 'k', secretKey: 's', endpoint: 'north_america' } });
  });

  it('reports all missing variables', () => {
    expect(resolveSettings(amplitude, { secretKey: '' })).toEqual({
      error: 'The configuration lacks apiKey, secretKey.',
    });
  });

  it('reports wrong variables without their values', () => {
    expect(resolveSettings(amplitude, { apiKey: ['s3cret'], endpoint: 'moon' })).toEqual({
      error:
        'The configuration is not valid: apiKey must be a string, ' +
        'endpoint must be one of north_america, europe.',
    });
  });

  it('requires an access token for an integration with OAuth', () => {
    expect(resolveSettings(hubspot, {})).toEqual({
      error: 'The configuration lacks access_token.',
    });
    expect(resolveSettings(hubspot, { access_token: 't' })).toMatchObject({ accessToken: 't' });
  });

  it('converts texts to numbers', () => {
    expect(resolveSettings(vwo, { vwoAccountId: '654331' })).toMatchObject({
      settings: { vwoAccountId: 654331 },
    });
  });
});
