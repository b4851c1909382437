import { basic, ISO, SECONDS, type Vendor } from './vendor.js';

export const ANALYTICS: readonly Vendor[] = [
  {
    type: 'AMPLITUDE',
    docs: 'https://amplitude.com/docs/apis/analytics/http-v2',
    config: { apiKey: 'k-amplitude', secretKey: 's-amplitude' },
    identify: {
      to: 'POST https://api2.amplitude.com/identify',
      form: {
        api_key: 'k-amplitude',
        identification: { user_id: 'user-1', user_properties: { plan: 'pro' } },
      },
    },
    track: {
      to: 'POST https://api2.amplitude.com/2/httpapi',
      json: {
        api_key: 'k-amplitude',
        events: [
          {
            user_id: 'user-1',
            event_type: 'Plan Upgraded',
            event_properties: { plan: 'pro', seats: 3 },
            time: SECONDS * 1000,
          },
        ],
      },
    },
  },
  {
    type: 'MIXPANEL',
    docs: 'https://developer.mixpanel.com/reference/import-events',
    config: { projectToken: 't-mixpanel', apiSecret: 's-mixpanel' },
    identify: {
      to: 'POST https://api.mixpanel.com/engage',
      form: {
        data: {
          $token: 't-mixpanel',
          $distinct_id: 'user-1',
          $set: { $email: 'jane@example.com' },
        },
      },
    },
    track: {
      to: 'POST https://api.mixpanel.com/import?strict=1',
      headers: { authorization: basic('s-mixpanel') },
      list: [
        {
          event: 'Plan Upgraded',
          properties: {
            distinct_id: 'user-1',
            time: SECONDS * 1000,
            $insert_id: 'msg-2',
            plan: 'pro',
          },
        },
      ],
    },
  },
  {
    type: 'POSTHOG',
    docs: 'https://posthog.com/docs/api/capture',
    config: { api_key: 'k-posthog', project_id: '1', endpoint: 'https://us.i.posthog.com' },
    identify: {
      to: 'POST https://us.i.posthog.com/i/v0/e/',
      json: {
        api_key: 'k-posthog',
        event: '$identify',
        distinct_id: 'user-1',
        properties: { $set: { email: 'jane@example.com' } },
      },
    },
    track: {
      to: 'POST https://us.i.posthog.com/batch/',
      json: {
        api_key: 'k-posthog',
        batch: [
          {
            event: 'Plan Upgraded',
            timestamp: ISO,
            properties: { distinct_id: 'user-1', seats: 3 },
          },
        ],
      },
    },
  },
  {
    type: 'FULLSTORY_CLOUD',
    docs: 'https://developer.fullstory.com/server/v2/events/create-events/',
    config: { apiKey: 'k-fullstory' },
    identify: {
      to: 'POST https://api.fullstory.com/v2/users',
      headers: { authorization: 'Basic k-fullstory' },
      json: { uid: 'user-1', email: 'jane@example.com', properties: { plan: 'pro' } },
    },
    track: {
      to: 'POST https://api.fullstory.com/v2/events',
      headers: { authorization: 'Basic k-fullstory' },
      json: { name: 'Plan Upgraded', user: { uid: 'user-1' }, properties: { seats: 3 } },
    },
  },
  {
    type: 'HEAP_CLOUD',
    docs: 'https://developers.heap.io/reference/add-user-properties',
    config: { appId: '11' },
    identify: {
      to: 'POST https://heapanalytics.com/api/add_user_properties',
      json: { app_id: '11', identity: 'user-1', properties: { plan: 'pro' } },
    },
    track: {
      to: 'POST https://heapanalytics.com/api/integrations/track',
      json: { app_id: '11', events: [{ event: 'Plan Upgraded', timestamp: ISO }] },
    },
  },
  {
    type: 'JUNE_ACTIONS',
    docs: 'https://www.june.so/docs',
    config: { apiKey: 'k-june' },
    identify: {
      to: 'POST https://api.june.so/api/identify',
      headers: { authorization: 'Basic k-june' },
      json: { userId: 'user-1', traits: { email: 'jane@example.com' }, timestamp: ISO },
    },
    track: {
      to: 'POST https://api.june.so/api/track',
      headers: { authorization: 'Basic k-june' },
      json: { userId: 'user-1', event: 'Plan Upgraded', properties: { seats: 3 }, timestamp: ISO },
    },
  },
  {
    type: 'USERPILOT_CLOUD',
    docs: 'https://docs.userpilot.com/api-references/real-time/identify-user',
    config: { apiKey: 'k-userpilot' },
    identify: {
      to: 'POST https://analytex.userpilot.io/v1/identify',
      headers: { authorization: 'Token k-userpilot', 'x-api-version': '2020-09-22' },
      json: { user_id: 'user-1', metadata: { email: 'jane@example.com' } },
    },
    track: {
      to: 'POST https://analytex.userpilot.io/v1/track',
      headers: { authorization: 'Token k-userpilot', 'x-api-version': '2020-09-22' },
      json: { user_id: 'user-1', event_name: 'Plan Upgraded', metadata: { seats: 3 } },
    },
  },
  {
    type: 'USERMAVEN',
    docs: 'https://usermaven.com/docs/integrations/event-api',
    config: { api_key: 'k-usermaven', server_token: 't-usermaven' },
    identify: {
      to: 'POST https://events.usermaven.com/api/v1/s2s/event?token=k-usermaven.t-usermaven',
      json: { event_type: 'user_identify', user: { id: 'user-1', email: 'jane@example.com' } },
    },
    track: {
      to: 'POST https://events.usermaven.com/api/v1/s2s/event?token=k-usermaven.t-usermaven',
      json: { event_type: 'Plan Upgraded', user: { id: 'user-1' }, event_attributes: { seats: 3 } },
    },
  },
  {
    type: 'LAUNCHDARKLY',
    docs: 'https://docs.launchdarkly.com/home/metrics/import-metric-events',
    config: { client_id: 'c-launchdarkly' },
    identify: {
      to: 'POST https://events.launchdarkly.com/events/bulk/c-launchdarkly',
      headers: { 'x-launchdarkly-event-schema': '4' },
      list: [{ kind: 'alias', key: 'user-1', previousKey: 'anon-1' }],
    },
    track: {
      to: 'POST https://events.launchdarkly.com/events/bulk/c-launchdarkly',
      headers: { 'x-launchdarkly-event-schema': '4' },
      list: [
        {
          kind: 'custom',
          key: 'Plan Upgraded',
          contextKeys: { user: 'user-1' },
          creationDate: SECONDS * 1000,
        },
      ],
    },
  },
  {
    // According to the documentation, the scheme is `API-Key`, but the library sends `Bearer`.
    type: 'SPRIG',
    docs: 'https://docs.sprig.com/reference/post-user-v2-1',
    config: { apiKey: 'k-sprig' },
    identify: {
      to: 'POST https://api.sprig.com/v2/users',
      json: { userId: 'user-1', attributes: { email: 'jane@example.com', plan: 'pro' } },
    },
    track: {
      to: 'POST https://api.sprig.com/v2/users',
      json: { userId: 'user-1', events: [{ event: 'Plan Upgraded', timestamp: SECONDS * 1000 }] },
    },
  },
];
