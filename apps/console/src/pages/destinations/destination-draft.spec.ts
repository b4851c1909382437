import { differencesOf, patchOf } from './destination-draft.js';

const STORED = {
  ...{ id: 'd', name: 'Hook', type: 'WEBHOOK', enabled: true, workspaceId: 'w' },
  ...{ createdAt: '2026-11-24T12:00:00Z', updatedAt: '2026-11-24T12:00:00Z' },
  config: { webhookUrl: 'https://a', deletionSecret: 'ab***' },
};
const FIELDS = {
  webhookUrl: { type: 'string', secret: true },
  deletionSecret: { type: 'string', secret: true },
} as const;

it('sends only changed fields, so that secrets are kept', () => {
  const draft = { name: ' Hook ', config: { webhookUrl: 'https://b', deletionSecret: 'ab***' } };
  expect(patchOf(FIELDS, STORED, draft)).toEqual({ config: { webhookUrl: 'https://b' } });
  expect(patchOf(FIELDS, STORED, { name: 'Hook', config: {} })).toEqual({});
  expect(patchOf(FIELDS, STORED, { name: 'Other', config: {} })).toEqual({ name: 'Other' });
});

it('returns the labels of the fields that another user changed', () => {
  const after = { ...STORED, enabled: false, config: { webhookUrl: 'https://c' } };
  expect(differencesOf(STORED, after)).toEqual(['Enabled', 'Webhook URL', 'Deletion secret']);
  expect(differencesOf(STORED, { ...STORED })).toEqual([]);
});
