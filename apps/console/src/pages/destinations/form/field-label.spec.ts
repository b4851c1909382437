import { labelOf } from './field-label.js';

describe('labelOf', () => {
  it.each([
    ['webhookUrl', 'Webhook URL'],
    ['access_key_id', 'Access key ID'],
    ['accessKeyID', 'Access key ID'],
    ['iamRoleARN', 'IAM role ARN'],
    ['useSASL', 'Use SASL'],
    ['apikey', 'Apikey'],
    ['ApiToken', 'API token'],
    ['s3_bucket_accesspoint_alias', 'S3 bucket accesspoint alias'],
    ['__segment_internal_engage_batch_sync', 'Segment internal engage batch sync'],
  ])('turns %s into %s', (name, label) => {
    expect(labelOf(name)).toBe(label);
  });
});
