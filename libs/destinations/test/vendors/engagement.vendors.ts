import { basic, ISO, SECONDS, type Vendor } from './vendor.js';

/** Vendors that send messages to users. */
export const ENGAGEMENT: readonly Vendor[] = [
  {
    type: 'BRAZE_CLOUD',
    docs: 'https://www.braze.com/docs/api/endpoints/user_data/post_user_track/',
    config: { api_key: 'k-braze', app_id: 'app', endpoint: 'https://rest.iad-01.braze.com' },
    identify: {
      to: 'POST https://rest.iad-01.braze.com/users/track',
      headers: { authorization: 'Bearer k-braze' },
      json: {
        attributes: [
          { external_id: 'user-1', email: 'jane@example.com', first_name: 'Jane', plan: 'pro' },
        ],
      },
    },
    track: {
      to: 'POST https://rest.iad-01.braze.com/users/track',
      headers: { authorization: 'Bearer k-braze' },
      json: {
        events: [
          {
            external_id: 'user-1',
            name: 'Plan Upgraded',
            time: ISO,
            properties: { plan: 'pro', seats: 3 },
          },
        ],
      },
    },
  },
  {
    type: 'KLAVIYO',
    docs: 'https://developers.klaviyo.com/en/reference/create_event',
    config: { api_key: 'k-klaviyo' },
    identify: {
      to: 'POST https://a.klaviyo.com/api/profiles/',
      headers: { authorization: 'Klaviyo-API-Key k-klaviyo' },
      json: {
        data: { type: 'profile', attributes: { email: 'jane@example.com', first_name: 'Jane' } },
      },
    },
    track: {
      to: 'POST https://a.klaviyo.com/api/events/',
      headers: { authorization: 'Klaviyo-API-Key k-klaviyo' },
      json: {
        data: {
          type: 'event',
          attributes: {
            metric: { data: { type: 'metric', attributes: { name: 'Plan Upgraded' } } },
            profile: { data: { type: 'profile', attributes: { external_id: 'user-1' } } },
            properties: { plan: 'pro', seats: 3 },
            time: ISO,
          },
        },
      },
    },
  },
  {
    type: 'CUSTOMERIO',
    docs: 'https://docs.customer.io/integrations/api/track/',
    config: { siteId: 'site', apiKey: 'k-customerio' },
    identify: {
      to: 'POST https://track.customer.io/api/v2/entity',
      headers: { authorization: basic('site', 'k-customerio') },
      json: {
        type: 'person',
        action: 'identify',
        identifiers: { id: 'user-1' },
        attributes: { email: 'jane@example.com' },
      },
    },
    track: {
      to: 'POST https://track.customer.io/api/v2/entity',
      headers: { authorization: basic('site', 'k-customerio') },
      json: {
        type: 'person',
        action: 'event',
        identifiers: { id: 'user-1' },
        name: 'Plan Upgraded',
        attributes: { seats: 3 },
        timestamp: SECONDS,
      },
    },
  },
  {
    type: 'ITERABLE',
    docs: 'https://api.iterable.com/api/docs#events_track',
    config: { apiKey: 'k-iterable' },
    identify: {
      to: 'POST https://api.iterable.com/api/users/update',
      headers: { 'api-key': 'k-iterable' },
      json: { email: 'jane@example.com', userId: 'user-1', dataFields: { plan: 'pro' } },
    },
    track: {
      to: 'POST https://api.iterable.com/api/events/track',
      headers: { 'api-key': 'k-iterable' },
      json: {
        userId: 'user-1',
        eventName: 'Plan Upgraded',
        dataFields: { seats: 3 },
        createdAt: SECONDS,
      },
    },
  },
  {
    type: 'LOOPS',
    docs: 'https://loops.so/docs/api-reference/send-event',
    config: { apiKey: 'k-loops' },
    identify: {
      to: 'PUT https://app.loops.so/api/v1/contacts/update',
      headers: { authorization: 'Bearer k-loops' },
      json: { email: 'jane@example.com', userId: 'user-1', firstName: 'Jane' },
    },
    track: {
      to: 'POST https://app.loops.so/api/v1/events/send',
      headers: { authorization: 'Bearer k-loops' },
      json: { userId: 'user-1', eventName: 'Plan Upgraded', eventProperties: { seats: 3 } },
    },
  },
  {
    type: 'AIRSHIP',
    docs: 'https://docs.airship.com/api/ua/#operation-api-custom-events-post',
    config: { access_token: 't-airship', app_key: 'app-airship', endpoint: 'US' },
    identify: {
      to: 'POST https://go.urbanairship.com/api/channels/attributes',
      headers: { authorization: 'Bearer t-airship', 'x-ua-appkey': 'app-airship' },
      json: {
        audience: { named_user_id: 'user-1' },
        attributes: [{ action: 'set', key: 'email', value: 'jane@example.com' }],
      },
    },
    track: {
      to: 'POST https://go.urbanairship.com/api/custom-events',
      headers: { authorization: 'Bearer t-airship', 'x-ua-appkey': 'app-airship' },
      list: [
        {
          occurred: ISO.slice(0, 19),
          user: { named_user_id: 'user-1' },
          body: { name: 'plan upgraded', properties: { seats: 3 } },
        },
      ],
    },
  },
  {
    type: 'DRIP',
    docs: 'https://developer.drip.com/#record-an-event',
    config: { accountId: '22', apiKey: 'k-drip' },
    identify: {
      to: 'POST https://api.getdrip.com/v2/22/subscribers',
      headers: { authorization: 'Basic k-drip' },
      json: { subscribers: [{ email: 'jane@example.com' }] },
    },
    track: {
      to: 'POST https://api.getdrip.com/v2/22/events',
      headers: { authorization: 'Basic k-drip' },
      json: {
        events: [{ email: 'jane@example.com', action: 'Plan Upgraded', properties: { seats: 3 } }],
      },
    },
  },
  {
    type: 'ENCHARGE_CLOUD_ACTIONS',
    docs: 'https://docs.encharge.io/getting-started/connecting-your-app-to-encharge/ingest-api',
    config: { apiKey: 'k-encharge' },
    identify: {
      to: 'POST https://ingest.encharge.io/v1',
      headers: { 'x-encharge-token': 'k-encharge' },
      json: { type: 'identify', user: { userId: 'user-1', email: 'jane@example.com' } },
    },
    track: {
      to: 'POST https://ingest.encharge.io/v1',
      headers: { 'x-encharge-token': 'k-encharge' },
      json: { event: 'Plan Upgraded', user: { userId: 'user-1' }, properties: { seats: 3 } },
    },
  },
  {
    type: 'MOENGAGE',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-moengage',
    config: { api_id: 'id-moengage', api_key: 'k-moengage', region: 'DC_01' },
    identify: {
      to: 'POST https://api-01.moengage.com/v1/integrations/segment?appId=id-moengage',
      headers: { authorization: basic('id-moengage', 'k-moengage') },
      json: { type: 'identify', user_id: 'user-1', traits: { email: 'jane@example.com' } },
    },
    track: {
      to: 'POST https://api-01.moengage.com/v1/integrations/segment?appId=id-moengage',
      headers: { authorization: basic('id-moengage', 'k-moengage') },
      json: { type: 'track', user_id: 'user-1', event: 'Plan Upgraded', properties: { seats: 3 } },
    },
  },
  {
    type: 'PUSHWOOSH',
    docs: 'https://www.twilio.com/docs/segment/connections/destinations/catalog/actions-pushwoosh',
    config: { pushwooshAPIKey: 'k-pushwoosh', pushwooshAppCode: 'APP' },
    identify: {
      to: 'POST https://integration-segment.svc-nue.pushwoosh.com/integration-segment/v1/track-user',
      headers: { authorization: 'Token k-pushwoosh' },
      json: { user_id: 'user-1', email: 'jane@example.com', attributes: { plan: 'pro' } },
    },
    track: {
      to: 'POST https://integration-segment.svc-nue.pushwoosh.com/integration-segment/v1/post-events',
      headers: { authorization: 'Token k-pushwoosh' },
      json: { events: [{ user_id: 'user-1', name: 'Plan Upgraded', attributes: { seats: 3 } }] },
    },
  },
];
