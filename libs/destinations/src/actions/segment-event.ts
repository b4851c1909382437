import type { JsonObject } from '@lethe/contracts';
import { randomUUID } from 'node:crypto';
import { asObject, isObject } from '@lethe/contracts/json';

/** Types whose events carry traits; the others have properties. */
const ABOUT_SOMEBODY = new Set<unknown>(['identify', 'group']);

/**
 * Our event in the shape that the actions library reads. The two are close relatives; they differ in
 * where traits and times are. What a real event would have got on its way in is filled in: an id and
 * the time.
 */
export function toSegmentEvent(message: JsonObject): JsonObject {
  const context = asObject(message.context);
  const at = firstText(message.timestamp, message.originalTimestamp, message.sentAt);
  const timestamp = at ?? new Date().toISOString();
  return {
    ...message,
    messageId: firstText(message.messageId) ?? randomUUID(),
    timestamp,
    originalTimestamp: firstText(message.originalTimestamp) ?? timestamp,
    sentAt: firstText(message.sentAt) ?? timestamp,
    receivedAt: firstText(message.receivedAt) ?? timestamp,
    ...(ABOUT_SOMEBODY.has(message.type)
      ? { traits: firstObject(message.traits, context.traits) }
      : { properties: firstObject(message.properties) }),
    context:
      context.ip === undefined && typeof message.request_ip === 'string'
        ? { ...context, ip: message.request_ip }
        : context,
  };
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

function firstObject(...values: readonly unknown[]): JsonObject {
  return values.find((value): value is JsonObject => isObject(value)) ?? {};
}
