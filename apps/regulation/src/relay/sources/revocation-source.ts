import { EVENT_TYPES, TOPICS, topicName, type SecretRevoked } from '@lethe/contracts';
import {
  listTopics,
  toCloudEventRecord,
  type KafkaClient,
  type OutgoingRecord,
} from '@lethe/messaging';
import { assertHere } from '../../database/this-database.js';
import type { RelayCursor, RelaySource } from '../session/relay-source.js';
import type { RunQuery } from '@lethe/database';
import { SCHEMA, DATABASE_IDENTITY } from '../../database/schema-name.js';
import { SUPPRESSIONS_POSITION } from '../position/relay-position.js';
import { EVENT_SOURCE } from '../event-source.js';

/**
 * Milliseconds between two polls. Revocations are not urgent, because they are read only after a
 * restore of the database.
 */
const POLL_EVERY_MS = 1_000;

interface UnpublishedRow {
  hash: string;
  /** Null if the secret is valid again. */
  kind: SecretRevoked['kind'] | null;
  reason: SecretRevoked['reason'];
  revoked_at: Date;
  /** `revoked_at` with microseconds. */
  exact: string;
  epoch: string;
  is_here: boolean;
}

type Here = Pick<UnpublishedRow, 'is_here'>;

/**
 * Publishes revoked secrets. The catalog stores them in the transactions that revoke them. The
 * regulation service has no right to write to the catalog, so it stores published revocations in
 * its own schema.
 */
export class RevocationSource implements RelaySource {
  readonly name = 'revocations';
  private readonly topic: string;
  private canPublish = true;

  constructor(
    private readonly query: RunQuery,
    topicPrefix: string,
  ) {
    this.topic = topicName(topicPrefix, TOPICS.revocations);
  }

  /**
   * If the topic is missing, the relay continues without it, because suppressions matter more.
   *
   * @returns whether the topic exists
   */
  async findTopic(kafka: KafkaClient): Promise<boolean> {
    this.canPublish = (await listTopics(kafka, this.topic)).includes(this.topic);
    return this.canPublish;
  }

  open(database: string): RelayCursor {
    let isInFlight = false;
    let nextPollAt = -Infinity;
    return {
      take: async (limit) => {
        if (!this.canPublish || isInFlight || performance.now() < nextPollAt) return undefined;
        const rows = await this.query<UnpublishedRow>(UNPUBLISHED, [limit, database]);
        assertHere(rows[0]);
        nextPollAt = performance.now() + POLL_EVERY_MS;
        if (rows.length === 0) return undefined;
        isInFlight = true;
        return {
          records: rows.map((row) => this.toRecord(row)),
          isFull: rows.length === limit,
          published: async () => {
            const [row] = await this.query<Here>(MARK_PUBLISHED, [JSON.stringify(rows), database]);
            assertHere(row);
            isInFlight = false;
            nextPollAt = -Infinity;
          },
        };
      },
    };
  }

  private toRecord({ hash, kind, reason, revoked_at: at }: UnpublishedRow): OutgoingRecord {
    const event = {
      id: `${hash}.${kind === null ? 'works-again' : reason}.${at.getTime()}`,
      type: EVENT_TYPES.secretRevoked,
      source: EVENT_SOURCE,
      time: at.toISOString(),
    };
    if (kind === null) return toCloudEventRecord(this.topic, hash, event, null);
    const value: SecretRevoked = { kind, reason, revokedAt: at.toISOString() };
    return toCloudEventRecord(this.topic, hash, event, value);
  }
}

const EPOCH = `coalesce((
  select epoch from ${SCHEMA}.relay_positions where name = '${SUPPRESSIONS_POSITION}'), 0)`;

/**
 * SQL condition: the statement runs on the session's database, whose identity is the parameter $2.
 */
const IS_HERE = `(select ${DATABASE_IDENTITY} = $2)`;

/**
 * SQL: selects revocations of the catalog that were not published in this epoch, or were published
 * with other values. It also selects published revocations that the catalog no longer has.
 */
const UNPUBLISHED = `
  select encode(coalesce(noted.hash, published.hash), 'hex') as hash, noted.kind,
         coalesce(noted.reason, published.reason) as reason,
         coalesce(noted.revoked_at, published.revoked_at) as revoked_at,
         coalesce(noted.revoked_at, published.revoked_at)::text as exact, ${EPOCH} as epoch,
         ${IS_HERE} as is_here
    from catalog.revocations noted full join ${SCHEMA}.told_revocations published using (hash)
   where (noted.reason, noted.revoked_at, ${EPOCH})
         is distinct from (published.reason, published.revoked_at, published.epoch)
   order by revoked_at limit $1`;

const MARK_PUBLISHED = `
  with published as (
    select decode(hash, 'hex') as hash, kind, reason, exact, epoch
      from jsonb_to_recordset($1)
        as published (hash text, kind text, reason text, exact timestamptz, epoch bigint)
     where ${IS_HERE}
  ), gone as (
    delete from ${SCHEMA}.told_revocations known using published
     where known.hash = published.hash and published.kind is null
  ), remembered as (
    insert into ${SCHEMA}.told_revocations (hash, reason, revoked_at, epoch)
    select hash, reason, exact, epoch from published where kind is not null
    on conflict (hash) do update set
      reason = excluded.reason, revoked_at = excluded.revoked_at, epoch = excluded.epoch
  )
  select ${IS_HERE} as is_here`;
