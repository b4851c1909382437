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

/** Not urgent: revocations are only read after a restore of the database. */
const LOOK_EVERY_MS = 1_000;

interface UntoldRow {
  hash: string;
  /** Null where the secret works again. */
  kind: SecretRevoked['kind'] | null;
  reason: SecretRevoked['reason'];
  revoked_at: Date;
  /** With microseconds. */
  exact: string;
  epoch: string;
  is_here: boolean;
}

type Here = Pick<UntoldRow, 'is_here'>;

/**
 * Offers the secrets that work no more, as the catalog has noted them in the transactions that
 * revoked them. What was published is remembered in our own schema: the catalog is only read.
 */
export class RevocationSource implements RelaySource {
  readonly name = 'revocations';
  private readonly topic: string;
  private canTell = true;

  constructor(
    private readonly query: RunQuery,
    topicPrefix: string,
  ) {
    this.topic = topicName(topicPrefix, TOPICS.revocations);
  }

  /**
   * Looks for the topic. Without it the relay goes on: suppressions matter more.
   * @returns whether the topic is there
   */
  async findTopic(kafka: KafkaClient): Promise<boolean> {
    this.canTell = (await listTopics(kafka, this.topic)).includes(this.topic);
    return this.canTell;
  }

  open(database: string): RelayCursor {
    let isInHand = false;
    let nextLookAt = -Infinity;
    return {
      take: async (limit) => {
        if (!this.canTell || isInHand || performance.now() < nextLookAt) return undefined;
        const rows = await this.query<UntoldRow>(UNTOLD, [limit, database]);
        assertHere(rows[0]);
        nextLookAt = performance.now() + LOOK_EVERY_MS;
        if (rows.length === 0) return undefined;
        isInHand = true;
        return {
          records: rows.map((row) => this.toRecord(row)),
          isFull: rows.length === limit,
          published: async () => {
            const [remembered] = await this.query<Here>(REMEMBER, [JSON.stringify(rows), database]);
            assertHere(remembered);
            isInHand = false;
            nextLookAt = -Infinity;
          },
        };
      },
    };
  }

  private toRecord({ hash, kind, reason, revoked_at: at }: UntoldRow): OutgoingRecord {
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

/** Parameter: identity of the session's database. */
const IS_HERE = `(select ${DATABASE_IDENTITY} = $2)`;

/**
 * Revocations of the catalog that were not published in this epoch, or differently; and published
 * ones that the catalog no longer has.
 */
const UNTOLD = `
  select encode(coalesce(noted.hash, told.hash), 'hex') as hash, noted.kind,
         coalesce(noted.reason, told.reason) as reason,
         coalesce(noted.revoked_at, told.revoked_at) as revoked_at,
         coalesce(noted.revoked_at, told.revoked_at)::text as exact, ${EPOCH} as epoch,
         ${IS_HERE} as is_here
    from catalog.revocations noted full join ${SCHEMA}.told_revocations told using (hash)
   where (noted.reason, noted.revoked_at, ${EPOCH})
         is distinct from (told.reason, told.revoked_at, told.epoch)
   order by revoked_at limit $1`;

const REMEMBER = `
  with told as (
    select decode(hash, 'hex') as hash, kind, reason, exact, epoch
      from jsonb_to_recordset($1)
        as told (hash text, kind text, reason text, exact timestamptz, epoch bigint)
     where ${IS_HERE}
  ), gone as (
    delete from ${SCHEMA}.told_revocations known using told
     where known.hash = told.hash and told.kind is null
  ), remembered as (
    insert into ${SCHEMA}.told_revocations (hash, reason, revoked_at, epoch)
    select hash, reason, exact, epoch from told where kind is not null
    on conflict (hash) do update set
      reason = excluded.reason, revoked_at = excluded.revoked_at, epoch = excluded.epoch
  )
  select ${IS_HERE} as is_here`;
