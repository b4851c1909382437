import { basic, ISO, type Vendor } from './vendor.js';

/** Vendors for customer management, sales and rewards. */
export const CUSTOMER: readonly Vendor[] = [
  {
    type: 'GLEAP_CLOUD_ACTIONS',
    docs: 'https://docs.gleap.io/documentation/server/rest-api',
    config: { apiToken: 't-gleap' },
    identify: {
      to: 'POST https://api.gleap.io/admin/identify',
      headers: { 'api-token': 't-gleap' },
      json: { userId: 'user-1', email: 'jane@example.com', plan: 'pro' },
    },
    track: {
      to: 'POST https://api.gleap.io/admin/track',
      headers: { 'api-token': 't-gleap' },
      json: {
        events: [{ userId: 'user-1', name: 'Plan Upgraded', date: ISO, data: { seats: 3 } }],
      },
    },
  },
  {
    type: 'GAMEBALL',
    docs: 'https://developer.gameball.co/api-reference/api-reference/event-new',
    config: { apiKey: 'k-gameball', secretKey: 's-gameball' },
    identify: {
      to: 'POST https://api.gameball.co/api/v3.0/integrations/player',
      headers: { apikey: 'k-gameball' },
      json: { playerUniqueId: 'user-1', email: 'jane@example.com' },
    },
    track: {
      to: 'POST https://api.gameball.co/api/v3.0/integrations/event',
      headers: { apikey: 'k-gameball' },
      json: { playerUniqueId: 'user-1', events: { 'Plan Upgraded': { plan: 'pro', seats: 3 } } },
    },
  },
  {
    type: 'VOUCHERIFY_ACTIONS',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/voucherify-actions',
    config: {
      apiKey: 'k-voucherify',
      secretKey: 's-voucherify',
      customURL: 'https://eu.example.com',
    },
    identify: {
      to: 'POST https://eu.example.com/segmentio/customer-processing',
      json: { type: 'identify', source_id: 'user-1', email: 'jane@example.com' },
    },
    track: {
      to: 'POST https://eu.example.com/segmentio/event-processing',
      json: { type: 'track', event: 'Plan Upgraded', customer: { source_id: 'user-1' } },
    },
  },
  {
    type: 'KOALA_CLOUD',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-koala-cloud',
    config: { public_key: 'pk-koala' },
    identify: {
      to: 'POST https://api2.getkoala.com/web/projects/pk-koala/batch',
      json: { email: 'jane@example.com', identifies: [{ type: 'identify', message_id: 'msg-1' }] },
    },
    track: {
      to: 'POST https://api2.getkoala.com/web/projects/pk-koala/batch',
      json: { events: [{ type: 'track', event: 'Plan Upgraded', properties: { seats: 3 } }] },
    },
  },
  {
    type: 'SCHEMATIC',
    docs: 'https://docs.schematichq.com',
    config: { apiKey: 'k-schematic' },
    identify: {
      to: 'POST https://c.schematichq.com/e',
      json: { api_key: 'k-schematic', type: 'identify', body: { keys: { userId: 'user-1' } } },
    },
    track: {
      to: 'POST https://c.schematichq.com/e',
      json: {
        api_key: 'k-schematic',
        type: 'track',
        body: { event: 'plan_upgraded', user: { userId: 'user-1' } },
      },
    },
  },
  {
    type: 'APPCUES',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-appcues',
    config: { apiKey: 'k-appcues', apiSecret: 's-appcues', accountId: 33, region: 'US' },
    identify: {
      to: 'POST https://segment.appcues.com/v2/accounts/33/segment/direct',
      headers: { authorization: basic('k-appcues', 's-appcues') },
      json: { type: 'identify', userId: 'user-1', traits: { email: 'jane@example.com' } },
    },
    track: {
      to: 'POST https://segment.appcues.com/v2/accounts/33/segment/direct',
      headers: { authorization: basic('k-appcues', 's-appcues') },
      json: { type: 'track', userId: 'user-1', event: 'Plan Upgraded', properties: { seats: 3 } },
    },
  },
  {
    type: 'COURIER',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-courier',
    config: {
      apiKey: 'k-courier',
      region: 'US',
      presets: [{ name: 'Sync Audience', enabled: false }],
    },
    identify: {
      to: 'POST https://api.courier.com/inbound/segment',
      headers: { authorization: 'Bearer k-courier' },
      json: { type: 'identify', userId: 'user-1', traits: { email: 'jane@example.com' } },
    },
    track: {
      to: 'POST https://api.courier.com/inbound/segment',
      headers: { authorization: 'Bearer k-courier' },
      json: { type: 'track', userId: 'user-1', event: 'Plan Upgraded', messageId: 'msg-2' },
    },
  },
  {
    type: 'HUBSPOT_CLOUD',
    docs: 'https://developers.hubspot.com/docs/api/crm/contacts',
    config: {
      access_token: 't-hubspot',
      portalId: '44',
      presets: [
        {
          name: 'Send Custom Behavioral Event',
          mapping: { eventName: 'pe44_plan_upgraded', email: 'jane@example.com' },
        },
      ],
    },
    identify: {
      to: 'PATCH https://api.hubapi.com/crm/v3/objects/contacts/jane@example.com?idProperty=email',
      headers: { authorization: 'Bearer t-hubspot' },
      json: { properties: { email: 'jane@example.com', firstname: 'Jane', lastname: 'Doe' } },
    },
    track: {
      to: 'POST https://api.hubapi.com/events/v3/send',
      headers: { authorization: 'Bearer t-hubspot' },
      json: { eventName: 'pe44_plan_upgraded', email: 'jane@example.com' },
    },
  },
  {
    type: 'INTERCOM_CLOUD',
    docs: 'https://developers.intercom.com/docs/references/rest-api/api.intercom.io/contacts',
    config: {
      access_token: 't-intercom',
      presets: [{ name: 'Identify Contact', mapping: { role: 'user' } }],
    },
    identify: {
      // The result of this search decides whether the integration creates or changes a contact.
      to: 'POST https://api.intercom.io/contacts/search',
      headers: { authorization: 'Bearer t-intercom' },
      json: { query: { field: 'external_id', operator: '=', value: 'user-1' } },
    },
    track: {
      to: 'POST https://api.intercom.io/events',
      headers: { authorization: 'Bearer t-intercom' },
      json: { event_name: 'Plan Upgraded', user_id: 'user-1', metadata: { seats: 3 } },
    },
  },
  {
    type: 'OUTFUNNEL',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/outfunnel',
    config: { userId: 'o-1', apiToken: 't-outfunnel' },
    identify: {
      to: 'POST https://sink.outfunnel.com/events/segment/o-1?api_token=t-outfunnel',
      json: { action: 'identify', user_id: 'user-1', email: 'jane@example.com' },
    },
    track: {
      to: 'POST https://sink.outfunnel.com/events/segment/o-1?api_token=t-outfunnel',
      json: { action: 'track', event_name: 'Plan Upgraded', user_id: 'user-1' },
    },
  },
];
