import { findDefinition } from '@lethe/destination-definitions';
import { resolveSettings } from './resolve-settings.js';

const amplitude = findDefinition('AMPLITUDE')!;
const hubspot = findDefinition('HUBSPOT_CLOUD')!;
const vwo = findDefinition('VWO_CLOUD')!;

describe('resolveSettings', () => {
  it('fills in defaults, and leaves out what is empty or not a setting', () => {
    expect(
      resolveSettings(amplitude, { apiKey: 'k', secretKey: 's', endpoint: '', presets: [] }),
    ).toEqual({ settings: { apiKey: 'k', secretKey: 's', endpoint: 'north_america' } });
  });

  it('names every variable that is missing', () => {
    expect(resolveSettings(amplitude, { secretKey: '' })).toEqual({
      error: 'The configuration lacks apiKey, secretKey.',
    });
  });

  it('names what is wrong, without the value', () => {
    expect(resolveSettings(amplitude, { apiKey: ['s3cret'], endpoint: 'moon' })).toEqual({
      error:
        'The configuration is not valid: apiKey must be a text, ' +
        'endpoint must be one of north_america, europe.',
    });
  });

  it('takes a token for those that a browser would authorise', () => {
    expect(resolveSettings(hubspot, {})).toEqual({
      error: 'The configuration lacks access_token.',
    });
    expect(resolveSettings(hubspot, { access_token: 't' })).toMatchObject({ accessToken: 't' });
  });

  it('makes numbers of numbers that are texts', () => {
    expect(resolveSettings(vwo, { vwoAccountId: '654331' })).toMatchObject({
      settings: { vwoAccountId: 654331 },
    });
  });
});
