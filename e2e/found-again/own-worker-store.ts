import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Api } from '../support/api.js';
import type { Store } from './store.js';
import { UserRows } from './user-rows.js';

interface Job {
  readonly id: string;
  readonly kind: 'delete' | 'verify';
  readonly leaseToken: string;
  readonly users: readonly { readonly userId: string }[];
}

/** A self-hosted worker, which claims deletions and verifications over HTTP. */
export class OwnWorkerStore extends UserRows implements Store {
  readonly type = 'CUSTOM';
  readonly config = {};
  private readonly stopping = new AbortController();
  private working: Promise<void> = Promise.resolve();

  /** Begins to work, when the system runs. */
  work(api: Api): void {
    this.working = this.claimUntilStopped(api);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private async claimUntilStopped(api: Api): Promise<void> {
    const isStopped = (): boolean => this.stopping.signal.aborted;
    while (!isStopped()) {
      const job = await this.claim(api);
      if (job === undefined) await delay(100);
      else await this.carryOut(api, job);
    }
  }

  private async claim(api: Api): Promise<Job | undefined> {
    const { text } = await api.request('POST', '/v2/deletion-jobs/claim', {
      body: { claimId: randomUUID(), leaseSeconds: 60, verifications: true },
    });
    return text === '' ? undefined : (JSON.parse(text) as { readonly job?: Job }).job;
  }

  private async carryOut(api: Api, { id, kind, leaseToken, users }: Job): Promise<void> {
    const userIds = users.map(({ userId }) => userId);
    if (kind === 'delete') this.erase(userIds);
    const report =
      kind === 'verify'
        ? { status: 'verified', found: this.found(userIds) }
        : { status: 'complete' };
    await api.request('POST', `/v2/deletion-jobs/${id}/report`, {
      body: { leaseToken, ...report },
    });
  }
}
