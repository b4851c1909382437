import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';

/** A fact to publish, written in the transaction that makes it true. */
export interface OutboxEvent {
  /** Full topic name. */
  readonly topic: string;
  /**
   * Key of the Kafka record. Facts with the same key must be written under a lock that lasts until
   * the commit. The lock keeps their sequence.
   */
  readonly key: string;
  /** CloudEvents `type`. */
  readonly type: string;
  /** CloudEvents `id`. It is the same each time that the fact is published. */
  readonly id: string;
  /** Time when the fact became true, in ISO 8601. */
  readonly time: string;
  /** W3C Trace Context of the request that caused the fact, if its trace is sampled. */
  readonly traceparent?: string;
  readonly data: unknown;
}

/**
 * Writes facts in the caller's transaction with one insert. The relay publishes them only if that
 * transaction commits.
 *
 * @param manager the manager of the open transaction
 * @param events sorted by the time when they became true
 */
export async function appendToOutbox(
  manager: EntityManager,
  events: readonly OutboxEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await manager.query(appendSql(1), appendParameters(events));
}

/**
 * Returns the insert of `appendToOutbox` as a part of the `with` of a larger statement, which saves
 * one round trip. It uses `unnest`, because the setup of `jsonb_to_recordset` costs the server 200
 * µs per call.
 *
 * @param first number of the first of the seven parameters that `appendParameters` returns
 */
export function appendSql(first: number): string {
  const columns = Array.from({ length: 7 }, (_, index) => `$${first + index}::text[]`);
  return `insert into ${SCHEMA}.outbox (topic, key, event_type, event_id, occurred_at, data, traceparent)
     select topic, key, type, id, time, data, traceparent
       from unnest(${columns.join(', ')})
         with ordinality as event (topic, key, type, id, time, data, traceparent, position)
      order by position`;
}

export function appendParameters(events: readonly OutboxEvent[]): (string | null)[][] {
  return [
    events.map((event) => event.topic),
    events.map((event) => event.key),
    events.map((event) => event.type),
    events.map((event) => event.id),
    events.map((event) => event.time),
    events.map((event) => JSON.stringify(event.data)),
    events.map((event) => event.traceparent ?? null),
  ];
}
