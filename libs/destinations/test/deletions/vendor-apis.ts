import { createHmac } from 'node:crypto';
import { basic } from '../vendors/vendor.js';

export interface VendorRequest {
  /** URL that the library requested. */
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface VendorApi {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Method and URL, without the part that contains the user. */
  readonly at: string;
  readonly allows: (request: VendorRequest) => boolean;
  /** Returns the user that the vendor would delete for the request. */
  readonly names: (request: VendorRequest) => unknown;
  /** Status of the answer. The default is 200. */
  readonly status?: number;
  readonly answer?: string;
}

const json = ({ body }: VendorRequest): Readonly<Record<string, unknown>> =>
  JSON.parse(body) as Readonly<Record<string, unknown>>;
const onlyElement = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : undefined;
const authorization =
  (value: string) =>
  ({ headers }: VendorRequest): boolean =>
    headers.authorization === value;
/** Returns the last segment of the path, unescaped. */
const lastSegment =
  (pattern: RegExp) =>
  ({ url }: VendorRequest): unknown => {
    const [, segment] = pattern.exec(url.pathname) ?? [];
    return segment === undefined ? undefined : decodeURIComponent(segment);
  };

/**
 * APIs from the documentation of the vendors. An endpoint that exists only for the library comes
 * from the code of the library.
 */
export const VENDOR_APIS: readonly VendorApi[] = [
  {
    type: 'AIRSHIP',
    config: { access_token: 'token', app_key: 'app', endpoint: 'EU' },
    at: 'POST https://go.airship.eu/api/named_users/uninstall',
    allows: authorization('Bearer token'),
    names: (request) => onlyElement(json(request).named_user_id),
    status: 202,
  },
  {
    type: 'AMPLITUDE',
    config: { apiKey: 'key', secretKey: 'secret' },
    at: 'POST https://amplitude.com/api/2/deletions/users',
    allows: authorization(basic('key', 'secret')),
    names: (request) =>
      json(request).ignore_invalid_id === 'True' ? onlyElement(json(request).user_ids) : undefined,
  },
  {
    type: 'APP_FIT',
    config: { apiKey: 'key' },
    at: 'DELETE https://api.appfit.io/metric-event-users/',
    allows: authorization('Bearer key'),
    names: lastSegment(/^\/metric-event-users\/([^/]+)$/),
  },
  {
    type: 'BLEND_AI',
    config: { apiKey: 'key' },
    at: 'POST https://api.blnd.ai/delete',
    allows: authorization('Bearer key'),
    names: (request) => onlyElement(json(request).external_ids),
  },
  {
    type: 'BRAZE_CLOUD',
    config: { api_key: 'key', endpoint: 'https://rest.iad-01.braze.com' },
    at: 'POST https://rest.iad-01.braze.com/users/delete',
    allows: authorization('Bearer key'),
    names: (request) => onlyElement(json(request).external_ids),
    status: 201,
  },
  {
    type: 'CALLIPER_CLOUD_ACTIONS',
    config: { companyId: 'company', segmentKey: 'key' },
    at: 'DELETE https://api.getcalliper.com/segment/user/',
    allows: (request) => json(request).key === 'key',
    names: lastSegment(/\/user\/([^/]+)$/),
  },
  {
    type: 'CUSTOMERIO',
    config: { siteId: 'site', apiKey: 'key' },
    at: 'DELETE https://track.customer.io/api/v1/customers/',
    allows: authorization(basic('site', 'key')),
    names: lastSegment(/^\/api\/v1\/customers\/([^/]+)$/),
  },
  {
    type: 'ENCHARGE_CLOUD_ACTIONS',
    config: { apiKey: 'key' },
    at: 'DELETE https://api.encharge.io/v1/people',
    allows: ({ headers }) => Object.values(headers).includes('key'),
    names: ({ url }) =>
      [...url.searchParams.keys()].join() === 'people[0][userId]'
        ? url.searchParams.get('people[0][userId]')
        : undefined,
  },
  {
    type: 'FULLSTORY_CLOUD',
    config: { apiKey: 'key' },
    at: 'DELETE https://api.fullstory.com/v2/users',
    allows: authorization('Basic key'),
    names: ({ url }) => url.searchParams.get('uid'),
    status: 202,
  },
  {
    type: 'HILO',
    config: { integrationId: 'integration', access_token: 'token' },
    at: 'POST https://api.hilohq.com/v1/events/delete',
    allows: authorization('Bearer token'),
    names: (request) => (json(request).event as { contact_id?: unknown } | undefined)?.contact_id,
  },
  {
    type: 'MAGELLAN_AI',
    config: { pixelToken: 'pixel', apiToken: 'token' },
    at: 'POST https://api.magellan.ai/v2/gdpr/delete',
    allows: authorization('Bearer token'),
    names: (request) => json(request).userId,
  },
  {
    type: 'PUSHWOOSH',
    config: { pushwooshAPIKey: 'key', pushwooshAppCode: 'app' },
    at: 'POST https://integration-segment.svc-nue.pushwoosh.com/integration-segment/v1/delete-user',
    allows: authorization('Token key'),
    names: (request) => json(request).external_id,
  },
  {
    type: 'RECOMBEE',
    config: { databaseId: 'db', privateToken: 'token', databaseRegion: 'eu-west' },
    at: 'DELETE https://rapi-eu-west.recombee.com/db/users/',
    allows: ({ url }) => {
      const [signed, signature] = `${url.pathname}${url.search}`.split('&hmac_sign=');
      return createHmac('sha1', 'token').update(signed!).digest('hex') === signature;
    },
    names: lastSegment(/^\/db\/users\/([^/]+)\/$/),
  },
  {
    type: 'STACKADAPT_AUDIENCES',
    config: { apiKey: 'key', advertiser_id: '7' },
    at: 'POST https://api.stackadapt.com/graphql',
    allows: authorization('Bearer key'),
    names: (request) => {
      const query = json(request).query as string;
      const [, list] = /externalIds: (\[.*\]),\n/.exec(query) ?? [];
      return list === undefined ? undefined : onlyElement(JSON.parse(list));
    },
    answer: '{"data":{"deleteProfilesWithExternalIds":{"userErrors":[]}}}',
  },
  {
    type: 'USERPILOT_CLOUD',
    config: { apiKey: 'key', endpoint: 'https://analytex.userpilot.io/' },
    at: 'DELETE https://analytex.userpilot.io/v1/users',
    allows: authorization('Token key'),
    names: (request) => onlyElement(json(request).users),
    status: 202,
  },
  {
    type: 'XTREMEPUSH',
    config: { url: 'https://external-api.xtremepush.com/', apiKey: 'key' },
    at: 'POST https://external-api.xtremepush.com/api/integration/segment/delete',
    allows: authorization(basic('key')),
    names: (request) => json(request).userId,
  },
];
