import { setTimeout as delay } from 'node:timers/promises';
import { DATA_PLANES, NAMESPACE, OTHER_WORKSPACE, WORKSPACE } from '../support/workspaces.js';
import type { System } from '../system.js';
import type { FeedTransport } from './feed-client.js';

/** A feed: its path, its credentials, and the workspaces in it. */
export interface Feed {
  readonly path: string;
  readonly secret: string;
  readonly workspaces: readonly string[];
}

const pathOf = (owner: string): string => `/dataplane/${owner}/regulations/suppressions`;

export const FEEDS = {
  workspace: {
    path: pathOf(`workspaces/${WORKSPACE}`),
    secret: DATA_PLANES.workspace,
    workspaces: [WORKSPACE],
  },
  other: {
    path: pathOf(`workspaces/${OTHER_WORKSPACE}`),
    secret: DATA_PLANES.other,
    workspaces: [OTHER_WORKSPACE],
  },
  namespace: {
    path: pathOf(`namespaces/${NAMESPACE}`),
    secret: DATA_PLANES.namespace,
    workspaces: [WORKSPACE, OTHER_WORKSPACE],
  },
} satisfies Record<string, Feed>;

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 4;
const RETRY_MS = 500;

/** Requests pages as a data plane does: at one gateway, or at all of them in turn. */
export class HttpFeed implements FeedTransport {
  private requestCount = 0;

  /** @param gateway number of the only gateway to use; all gateways in turn when absent */
  constructor(
    private readonly system: System,
    private readonly feed: Feed,
    private readonly gateway?: number,
  ) {}

  /** Makes at most four attempts within seconds, as a data plane does. */
  async ask(query: string): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, text } = await this.request(query);
      if (status === 200) return text;
      const isBusy = status === 503 && attempt < ATTEMPTS;
      if (!isBusy) throw new Error(`${status} for ${query}: ${text}`);
      await delay(attempt * RETRY_MS);
    }
  }

  /** @returns any answer, decompressed */
  async request(query: string): Promise<{ status: number; headers: Headers; text: string }> {
    const gateway = this.gateway ?? this.requestCount % this.system.gateways.length;
    this.requestCount += 1;
    const { path, secret } = this.feed;
    const answer = await fetch(`${this.system.addressOf(gateway)}${path}${query}`, {
      headers: { authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
}
