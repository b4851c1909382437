import { Api } from '../../support/api.js';
import type { Receiver } from '../../test-api/receiver.js';

/** Tokens of the workspace. */
export const SHOP_TOKENS = {
  owner: 'lth_shop_owner_0123456789abcdefghijk',
} as const;

const CODE = `// Masks e-mail addresses before events leave the shop.
export function transformEvent(event) {
  const traits = event.context?.traits;
  if (traits?.email) traits.email = mask(traits.email);
  log('masked in a', event.type);
  return event;
}

function mask(address) {
  const [, domain] = address.split('@');
  return '***@' + domain;
}
`;

/** Returns the workspace of a shop. Its destinations are paths of `receiver`. */
export function shop(receiver: Receiver): object {
  const webhook = (path: string) => ({
    webhookUrl: `${receiver.url}/events`,
    deletionUrl: `${receiver.url}${path}`,
    deletionSecret: 'whsec_c2hvcC1vZi10aGUtc2NyZWVuc2hvdHM=',
  });
  return {
    id: 'ws_shop',
    name: 'Lovelace Books',
    deletionDelay: 0,
    tokens: [
      { name: 'Ada Lovelace', email: 'ada@shop.example', token: SHOP_TOKENS.owner, role: 'owner' },
      {
        name: 'Support',
        email: 'help@shop.example',
        token: 'lth_shop_support_0123456789abcdefghi',
        role: 'viewer',
      },
    ],
    sources: [
      {
        id: 'src_web',
        name: 'Website',
        type: 'Javascript',
        enabled: true,
        writeKey: 'wk_shop_web',
      },
      { id: 'src_app', name: 'App', type: 'Android', enabled: true, writeKey: 'wk_shop_app' },
      { id: 'src_till', name: 'Tills', type: 'HTTP', enabled: false, writeKey: 'wk_shop_till' },
    ],
    destinations: [
      {
        id: 'dst_warehouse',
        name: 'Warehouse',
        type: 'WEBHOOK',
        enabled: true,
        config: webhook('/delete'),
      },
      {
        id: 'dst_newsletter',
        name: 'Newsletter',
        type: 'WEBHOOK',
        enabled: true,
        config: webhook('/status/503'),
      },
      {
        id: 'dst_support',
        name: 'Support desk',
        type: 'WEBHOOK',
        enabled: true,
        config: webhook('/status/401'),
      },
    ],
    connections: [
      { sourceId: 'src_web', destinationId: 'dst_warehouse', enabled: true },
      { sourceId: 'src_web', destinationId: 'dst_newsletter', enabled: true },
      { sourceId: 'src_app', destinationId: 'dst_warehouse', enabled: true },
    ],
    dataPlanes: [{ name: 'eu-1', token: 'lth_shop_dp_0123456789abcdefghijklmno' }],
  };
}

/** Ids of objects that `liveIn` created, for the paths of pages. */
export interface Made {
  readonly regulation: string;
  readonly import: string;
  readonly library: string;
}

/**
 * Creates the data that a shop has after some days: suppressed users, successful and failed
 * deletions, code, and an import.
 */
export async function liveIn(address: string): Promise<Made> {
  const api = new Api(address, SHOP_TOKENS.owner);
  const made = async (path: string, body: unknown) => {
    const { status, text } = await api.request('POST', path, { body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as Record<string, { readonly id: string }>;
  };
  for (let index = 0; index < 40; index++) {
    await api.create({
      regulationType: 'suppress',
      users: [{ userId: `reader-${1000 + index * 37}`, email: `reader${index}@example.com` }],
      ...(index % 3 === 0 && { sourceIds: ['src_web'] }),
      ...(index % 4 === 0 && { reason: 'asked by mail' }),
    });
  }
  const [deleted] = await api.create({
    regulationType: 'suppress_with_delete',
    destinationIds: ['dst_warehouse', 'dst_newsletter', 'dst_support'],
    users: [{ userId: 'grace.hopper', email: 'grace@example.com' }],
    reason: 'Article 17, ticket 4711',
  });
  await api.create({
    regulationType: 'suppress_with_delete',
    destinationIds: ['dst_warehouse'],
    users: ['mary', 'karen', 'barbara', 'radia'].map((name) => ({ userId: name })),
  });
  await made('/transformations', { id: 'tr_mask', name: 'Mask addresses', code: CODE });
  await made('/transformations', {
    ...{ id: 'tr_currency', name: 'Currency' },
    code: 'export function transformEvent(event) {\n  return event;\n}\n',
  });
  const library = await made('/transformation-libraries', {
    ...{ name: 'Money' },
    code: 'export const cents = (amount) => Math.round(amount * 100);\n',
  });
  await made('/v2/tokens', {
    name: 'Nightly export',
    scopes: ['regulations:read'],
    expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  });
  const rows = Array.from({ length: 300 }, (_, index) =>
    index % 60 === 7 ? '#N/A' : `visitor-${index}`,
  );
  const answer = await fetch(`${address}/v2/imports?regulationType=suppress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SHOP_TOKENS.owner}`, 'content-type': 'text/csv' },
    body: ['userId', ...rows].join('\n'),
  });
  const { id } = (await answer.json()) as { readonly id: string };
  return {
    regulation: deleted?.id ?? '',
    import: id,
    library: Object.values(library)[0]?.id ?? '',
  };
}
