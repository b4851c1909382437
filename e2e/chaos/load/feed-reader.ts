import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import { keysOf, parsePage, type SuppressionPage } from '../../feed/suppression-page.js';
import { DATA_PLANES, WORKSPACE } from '../../support/workspaces.js';
import type { Recorder } from '../history.js';
import { codeOf, endOf, PATIENCE_MS as TIMEOUT_MS, type Gateway } from './caller.js';

const POLL_MS = 150;
const RETRY_MS = 200;
/** See `FeedClient`: the feed leaves out the last item if it waited for open transactions. */
const PATIENCE_MS = 500;

/**
 * A data plane that polls during all faults. It uses the gateways in turn, and repeats the request
 * for a page until it gets the page. It records the pages in the history.
 */
export class FeedReader {
  readonly keys = new Set<string>();
  private token: string | undefined;
  private turn = 0;

  constructor(
    private readonly recorder: Recorder,
    readonly name: string,
    private readonly gateways: readonly Gateway[],
    private readonly pageSize: number,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.poll(signal);
      await delay(POLL_MS);
    }
  }

  /** Polls until there are no more changes. */
  async catchUp(): Promise<void> {
    const end = waitFor(() => this.poll(), { intervalMs: 0 });
    await end.catch(() => {
      this.recorder.add({ type: 'standstill', what: `${this.name} to read to the end` });
    });
  }

  /** @returns whether it was the last page */
  private async poll(signal?: AbortSignal): Promise<boolean> {
    const from = this.recorder.now;
    const gateway = this.gateways[this.turn++ % this.gateways.length]!;
    const page = await this.ask(gateway, from);
    if (page === undefined) {
      if (signal?.aborted !== true) await delay(RETRY_MS);
      return false;
    }
    const { items, token } = page;
    this.token = token;
    const changes = items.flatMap((item) =>
      keysOf(item).map((key) => ({ key, canceled: item.canceled })),
    );
    for (const { key, canceled } of changes) {
      if (canceled) this.keys.delete(key);
      else this.keys.add(key);
    }
    const leftOneOut =
      items.length === this.pageSize - 1 && this.recorder.now - from >= PATIENCE_MS;
    const isEnd = items.length < this.pageSize && !leftOneOut;
    const read = { client: this.name, gateway: gateway.name, from, isEnd, items: changes, token };
    this.recorder.add({ type: 'page', ...read });
    return isEnd;
  }

  /** @returns undefined if the answer is not a page */
  private async ask(
    { name: gateway, address }: Gateway,
    from: number,
  ): Promise<SuppressionPage | undefined> {
    const { token, pageSize } = this;
    const query = `?pageSize=${pageSize}${token === undefined ? '' : `&pageToken=${token}`}`;
    const credentials = Buffer.from(`${DATA_PLANES.workspace}:`).toString('base64');
    const answer = await fetch(
      `${address}/dataplane/workspaces/${WORKSPACE}/regulations/suppressions${query}`,
      {
        headers: { authorization: `Basic ${credentials}` },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
    )
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(endOf);
    if (!('status' in answer) || answer.status !== 200) {
      const outcome =
        'status' in answer
          ? ({ kind: 'refused', status: answer.status, code: codeOf(answer) } as const)
          : answer;
      this.recorder.add({ type: 'unread', client: this.name, gateway, from, outcome });
      return undefined;
    }
    return parsePage(answer.text, token === undefined ? { pageSize } : { pageSize, token });
  }
}
