import { WORKSPACE } from './workspace.mjs';

/** Number of partitions of the filled topics. */
export const PARTITIONS = 12;
const CHANGED_AT = new Date().toISOString();

export function suppression(number) {
  const userId = `suppressed-${number}`;
  const suppressed = { allSources: true, sourceIds: [] };
  return {
    key: `${WORKSPACE}:${userId}`,
    value: JSON.stringify({ workspaceId: WORKSPACE, userId, suppressed, changedAt: CHANGED_AT }),
  };
}

/** Returns an event of 1.1 KB, like one of a web page. Every tenth belongs to a suppressed user. */
export function eventOf(number, users) {
  const userId = number % 10 === 0 ? `suppressed-${(number * 7919) % users}` : `user-${number}`;
  const event = {
    userId,
    anonymousId: '6a2f4f5e-0f0e-4c55-9b1c-0d4f6cf4a1aa',
    messageId: `message-${number}`,
    type: 'track',
    event: 'Product Viewed',
    channel: 'web',
    context: {
      app: { name: 'Shop', namespace: 'com.example.shop', version: '3.7.11' },
      traits: { email: `${userId}@example.com`, plan: 'gold', age: 33 },
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36',
      locale: 'en-US',
      timezone: 'Europe/Berlin',
      screen: { width: 1728, height: 1117, density: 2, innerWidth: 1200, innerHeight: 900 },
      page: {
        path: '/products/1',
        referrer: 'https://search.example.com/',
        title: 'Monopoly',
        url: 'https://shop.example.com/products/1',
      },
    },
    properties: {
      product_id: number,
      sku: 'G-32',
      category: 'Games',
      name: 'Monopoly: 3rd Edition',
      brand: 'Hasbro',
      price: 18.99,
      quantity: 1,
      currency: 'usd',
      position: 3,
    },
    originalTimestamp: CHANGED_AT,
    sentAt: CHANGED_AT,
  };
  return {
    key: userId,
    value: JSON.stringify(event),
    headers: { workspaceId: WORKSPACE, sourceId: 'src_web' },
  };
}
