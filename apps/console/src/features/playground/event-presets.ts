import { pretty } from '../../lib/parse-events.js';

const CONTEXT = {
  ip: '192.0.2.1',
  library: { name: 'playground' },
  traits: { email: 'ada@example.com', plan: 'pro' },
};
const USER = { anonymousId: 'anon-1', userId: 'user-1', context: CONTEXT };
const TIMES = {
  originalTimestamp: '2026-01-01T08:00:00.000Z',
  sentAt: '2026-01-01T08:00:01.000Z',
};

/** One event of each type, with invented data. */
const EVENT_PRESETS = {
  track: {
    type: 'track',
    event: 'Order Completed',
    ...USER,
    properties: { orderId: 'order-1', revenue: 49.9, currency: 'EUR', email: 'ada@example.com' },
    messageId: 'msg-track',
    ...TIMES,
  },
  identify: {
    type: 'identify',
    ...USER,
    traits: { email: 'ada@example.com', firstName: 'Ada', plan: 'pro' },
    messageId: 'msg-identify',
    ...TIMES,
  },
  page: {
    type: 'page',
    name: 'Pricing',
    ...USER,
    properties: { url: 'https://example.com/pricing', referrer: 'https://example.com/' },
    messageId: 'msg-page',
    ...TIMES,
  },
  screen: {
    type: 'screen',
    name: 'Checkout',
    ...USER,
    properties: { step: 2 },
    messageId: 'msg-screen',
    ...TIMES,
  },
  group: {
    type: 'group',
    groupId: 'company-1',
    ...USER,
    traits: { name: 'Example Ltd', employees: 42 },
    messageId: 'msg-group',
    ...TIMES,
  },
  alias: {
    type: 'alias',
    previousId: 'anon-1',
    userId: 'user-1',
    context: CONTEXT,
    messageId: 'msg-alias',
    ...TIMES,
  },
} as const;

export type EventType = keyof typeof EVENT_PRESETS;
export const EVENT_TYPES = Object.keys(EVENT_PRESETS) as readonly EventType[];

export function presetText(type: EventType): string {
  return pretty(EVENT_PRESETS[type]);
}

/** Returns the type whose preset has exactly this text. */
export function presetOf(text: string): EventType | undefined {
  return EVENT_TYPES.find((type) => presetText(type) === text);
}
