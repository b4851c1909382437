import { TOPICS, type RegulationLifecycle } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import type { System } from '../system.js';
import type { Receiver } from '../test-api/receiver.js';
import { valuesRead } from './group-progress.js';
import { TOKENS } from './workspaces.js';

/** Signing secret of the destinations that delete at once. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/**
 * Returns a workspace whose deletions are due at once.
 * @param url of the receiver, which gets the requests to all destinations
 * @param destinations path at the receiver for each destination id
 * @param others destinations of other types
 */
export function deletingWorkspace(
  url: string,
  destinations: Readonly<Record<string, string>>,
  others: readonly OtherDestination[] = [],
) {
  return {
    id: 'ws_deleting',
    name: 'Deletions',
    deletionDelay: 0,
    tokens: [{ name: 'admin', email: 'd@e2e.example', token: TOKENS.deleter, role: 'admin' }],
    destinations: [
      ...Object.entries(destinations).map(([id, path]) => ({
        ...{ id, name: id, type: 'WEBHOOK', enabled: true },
        config: {
          webhookUrl: `${url}/events`,
          deletionUrl: `${url}${path}`,
          deletionSecret: WEBHOOK_SECRET,
        },
      })),
      ...others.map((other) => ({ ...other, name: other.id, enabled: true })),
    ],
  };
}

interface OtherDestination {
  readonly id: string;
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Deletions that a test orders in that workspace, each for another user. */
export class DeletionOrders {
  /** Id of the regulation of each user. */
  private readonly ordered = new Map<string, string>();

  constructor(
    private readonly system: System,
    private readonly receiver: Receiver,
  ) {}

  /** @throws Error if the order was not acknowledged */
  async order(userId: string, destinationId: string): Promise<void> {
    const [record] = await this.system.api('deleter').create({
      regulationType: 'suppress_with_delete',
      users: [{ userId }],
      destinationIds: [destinationId],
    });
    this.ordered.set(userId, record!.id);
  }

  /** Waits until the destination was called for a user. */
  async called(userId: string): Promise<void> {
    await waitFor(() => this.receiver.count(userId) > 0, {
      message: () => `a call for ${userId}:\n${this.system.output}`,
    });
  }

  /** Waits until all orders are complete, and expects exactly one call for each user. */
  async expectAllDone(): Promise<void> {
    for (const [userId, id] of this.ordered) {
      await waitFor(async () => (await this.system.api('deleter').get(id)).status === 'deleted', {
        message: () => `the deletion of ${userId}:\n${this.system.output}`,
        intervalMs: 200,
      });
    }
    const users = [...this.ordered.keys()];
    const calls = users.map((userId) => [userId, this.receiver.count(userId)]);
    expect(calls).toEqual(users.map((userId) => [userId, 1]));
  }

  /**
   * Waits until the relay has published everything, and expects that the lifecycle topic reports
   * all orders as complete.
   */
  async expectAllPublished(): Promise<void> {
    await this.system.drained();
    const newest = new Map<string, string>();
    for (const { value } of await this.system.records('lifecycle')) {
      const fact = JSON.parse(String(value)) as RegulationLifecycle;
      if (fact.fact === 'deletion_status_changed') newest.set(fact.regulationId, fact.status);
    }
    const published = [...this.ordered].map(([userId, id]) => [userId, newest.get(id)]);
    expect(published).toEqual([...this.ordered.keys()].map((userId) => [userId, 'complete']));
  }

  /** Waits until the workers' group has read the notice of a user's job. */
  async expectNoticeRead(userId: string): Promise<void> {
    const groupId = this.system
      .topic('deletions')
      .replace(TOPICS.deletions.name, 'deletion-worker');
    await waitFor(
      async () => {
        const values = await valuesRead(this.system, groupId, 'deletions');
        return values.some((value) => value.includes(`"${userId}"`));
      },
      {
        message: () => `the workers to read the notice of ${userId}:\n${this.workersOutput}`,
        intervalMs: 500,
      },
    );
  }

  private get workersOutput(): string {
    return this.system.workers.map(({ output }) => output).join('\n');
  }
}
