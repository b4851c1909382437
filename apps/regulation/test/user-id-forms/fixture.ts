import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkUser, DetailsCollector, normaliseUserId } from '@lethe/contracts';
import { createDeletionProviders } from '@lethe/deletion-providers';
import { oddUserIds, usualOrLong } from '@lethe/testing';
import { RelayOnKafka } from '../relay-on-kafka.js';
import { contextOf } from '../test-service.js';
import {
  kafkaStore,
  postgresStore,
  redisStore,
  s3Store,
  webhookStore,
  type Store,
} from './stores.js';

/** A destination with a self-hosted worker. */
export const OWN = 'dst_own';
export const SEED = 20_261_126;

/**
 * Ids that differ from their suppression keys. Each key is also the id of another user, who has
 * data.
 */
export class UserIdForms {
  readonly ids = oddUserIds(usualOrLong(200, 10_000), SEED);
  readonly keys = [...new Set(this.ids.map((id) => normaliseUserId(id)))];
  readonly destinationIds: readonly string[];
  private readonly providers = createDeletionProviders({ allow: ['127.0.0.1'] });

  private constructor(
    readonly relay: RelayOnKafka,
    readonly stores: ReadonlyMap<string, Store>,
    private readonly folder: string,
  ) {
    const { catalog } = relay.service;
    catalog.settings = {
      deletionDelaySeconds: 0,
      deletionDeadlineDays: 30,
      verifyAfterDays: null,
      deletions: 'lethe',
    };
    catalog.add(OWN, 'CUSTOM', 'cloud', {});
    for (const [id, { type, config }] of stores) catalog.add(id, type, 'cloud', config);
    this.destinationIds = [OWN, ...stores.keys()];
  }

  static async make(brokers: string): Promise<UserIdForms> {
    const relay = await RelayOnKafka.make(brokers);
    const folder = mkdtempSync(join(tmpdir(), 'lethe-user-ids-'));
    const stores = await Promise.all([
      webhookStore(),
      postgresStore(relay.service.url),
      redisStore(folder),
      s3Store(),
      kafkaStore(brokers, `${relay.prefix}profiles`),
    ]);
    return new UserIdForms(relay, new Map(stores.map((one) => [`dst_${one.type}`, one])), folder);
  }

  get service() {
    return this.relay.service;
  }

  get users() {
    return this.ids.map((userId) => ({ userId, email: 'jane@example.com' }));
  }

  get order(): CreateRegulationsDto {
    const { users, destinationIds } = this;
    return { regulationType: 'suppress_with_delete', users, destinationIds };
  }

  create(request: CreateRegulationsDto, idempotencyKey?: string) {
    const problems = new DetailsCollector();
    const users = request.users.map((user) => checkUser(user, 'user', problems)!);
    return this.service.commands.createRegulations({
      ...{ context: contextOf(), ...request, users, wantRecords: true },
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    });
  }

  async deleteAll(): Promise<void> {
    for (;;) {
      const claimId = randomUUID();
      const claim = { worker: 'test', claimId, destinations: 100, leaseMs: 600_000 };
      const { claimed } = await this.service.commands.claimDeletions({
        ...{ context: contextOf(), ...claim },
      });
      if (claimed.length === 0) return;
      for (const { jobs, ...destination } of claimed) {
        const { type, config } = this.stores.get(destination.destinationId)!;
        const outcome = await this.providers[type]!.delete({
          ...{ ...destination, config, jobId: jobs[0]!.jobId },
          users: jobs.flatMap(({ users }) => users),
          beforeCall: () => Promise.resolve(),
          saveProgress: () => undefined,
          signal: new AbortController().signal,
        });
        if (outcome.status !== 'complete') throw new Error(`${type}: ${JSON.stringify(outcome)}`);
        const reports = jobs.map(({ jobId }) => ({ jobId, claimId, outcome }));
        await this.service.commands.reportDeletions({ context: contextOf(), reports });
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.providers).map((provider) => provider.close()));
    await Promise.all([...this.stores.values()].map((store) => store.close()));
    await this.relay.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
