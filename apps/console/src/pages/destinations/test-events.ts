import type { Schemas } from '../../api/client.js';

export type EventType = Schemas['TestDestinationRequestDto']['message']['type'];

const PERSON = { userId: 'test-user-1', anonymousId: 'test-anonymous-1' };
const CONTEXT = { traits: { email: 'test@example.com' } };

const EVENTS: Readonly<Record<EventType, Readonly<Record<string, unknown>>>> = {
  track: {
    ...{ type: 'track', event: 'Order Completed', ...PERSON },
    properties: { orderId: 'test-1', total: 12.5, currency: 'EUR' },
    context: CONTEXT,
  },
  identify: { type: 'identify', ...PERSON, traits: { email: 'test@example.com', plan: 'pro' } },
  page: {
    type: 'page',
    name: 'Pricing',
    ...PERSON,
    properties: { url: 'https://example.com/pricing' },
  },
  screen: { type: 'screen', name: 'Pricing', ...PERSON, properties: {} },
  group: { type: 'group', groupId: 'test-group-1', ...PERSON, traits: { name: 'Example' } },
  alias: { type: 'alias', previousId: 'test-anonymous-1', userId: 'test-user-1' },
};

/** Returns a test event with invented data. */
export function testEvent(type: EventType): string {
  return JSON.stringify(EVENTS[type], null, 2);
}

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];
