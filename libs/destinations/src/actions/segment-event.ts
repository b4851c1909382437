import type { JsonObject } from '@lethe/contracts';
import { randomUUID } from 'node:crypto';
import { asObject, isObject } from '@lethe/contracts/json';

/** Types of events that have traits. Events of all other types have properties. */
const TYPES_WITH_TRAITS = new Set<unknown>(['identify', 'group']);

/**
 * Converts an event to the format of the actions library, in which traits and times are in
 * different members. Adds the id and the time that a real event gets at ingestion.
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
    ...(TYPES_WITH_TRAITS.has(message.type)
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
