import { ISO, type Vendor } from './vendor.js';

/** Vendors whose integration sends nothing without an enabled preset or a mapping. */
export const MESSAGING: readonly Vendor[] = [
  {
    type: 'ATTENTIVE',
    docs: 'https://docs.attentive.com/reference/postcustomevents',
    config: { apiKey: 'k-attentive', presets: [{ name: 'Send Custom Events', enabled: true }] },
    identify: {
      to: 'POST https://api.attentivemobile.com/v1/attributes/custom',
      headers: { authorization: 'Bearer k-attentive' },
      json: {
        user: { externalIdentifiers: { clientUserId: 'user-1' } },
        properties: { plan: 'pro' },
      },
    },
    track: {
      to: 'POST https://api.attentivemobile.com/v1/events/custom',
      headers: { authorization: 'Bearer k-attentive' },
      json: {
        type: 'Plan Upgraded',
        user: { email: 'jane@example.com' },
        properties: { plan: 'pro', seats: 3 },
        occurredAt: ISO,
      },
    },
  },
  {
    type: 'SLACK',
    docs: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
    config: {
      presets: [
        {
          name: 'Post Message',
          subscribe: 'type = "identify" or type = "track"',
          mapping: {
            url: 'https://hooks.slack.com/services/T0/B0/x',
            text: { '@template': '{{userId}}: {{type}} {{event}}' },
          },
        },
      ],
    },
    identify: {
      to: 'POST https://hooks.slack.com/services/T0/B0/x',
      json: { text: 'user-1: identify ' },
    },
    track: {
      to: 'POST https://hooks.slack.com/services/T0/B0/x',
      json: { text: 'user-1: track Plan Upgraded' },
    },
  },
];
