import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafka } from '@lethe/messaging';
import { SuppressionIndex } from '@lethe/suppression-index';
import { Random, waitFor } from '@lethe/testing';
import { findProblems } from '../chaos/check/find-problems.js';
import { Recorder } from '../chaos/history.js';
import type { Gateway } from '../chaos/load/caller.js';
import { EventStream } from '../chaos/load/event-stream.js';
import { FeedReader } from '../chaos/load/feed-reader.js';
import {
  makeRequestLoops,
  runRequestLoops,
  suppressAlways,
  type RequestLoop,
} from '../chaos/load/request-loops.js';
import { summarise, type Summary } from '../chaos/summarise.js';
import { readFinalState } from '../chaos/system/final-state.js';
import { reachCalm, type Observers } from '../chaos/system/reach-calm.js';
import type { KubeSystem } from './kube-system.js';
import { PREFIX } from './production-values.js';

const SEED = 34;
/** Answers that are awaited before and after each change, so that it happens under load. */
const ANSWERS = 100;
const CALM_MS = 240_000;

/** The requests during one change of the release. */
export interface Round {
  /** Number of answers. */
  readonly answers: number;
  /** Attempts that were refused or not answered, and that the caller repeated. */
  readonly repeated: readonly string[];
  /** Operations whose caller repeats them, and that were never acknowledged, with their last end. */
  readonly failed: readonly string[];
  /** The same for operations that no caller repeats: test runs, lists, creates without a key. */
  readonly once: readonly string[];
}

/** Counts answers, in addition to the history. */
class CountingRecorder extends Recorder {
  answers = 0;
  private refused: string[] = [];
  /** How the last attempt of each operation ended that is not acknowledged. */
  private readonly open = new Map<string, string>();
  /** Names of operations that their caller repeats until they are acknowledged. */
  private readonly repeating = new Set<string>();

  override add(entry: Parameters<Recorder['add']>[0]): void {
    super.add(entry);
    if (entry.type === 'page') this.answers += 1;
    if (entry.type === 'invoked') {
      const { request } = entry;
      const isRepeated =
        request.name === 'cancel' || (request.name === 'create' && request.isKeyed);
      if (isRepeated) this.repeating.add(entry.op);
    }
    if (entry.type !== 'ended' && entry.type !== 'unread') return;
    this.answers += 1;
    const { outcome } = entry;
    const name = entry.type === 'ended' ? entry.op : entry.client;
    this.open.delete(name);
    if (outcome.kind === 'acknowledged') return;
    const how =
      outcome.kind === 'refused'
        ? `${outcome.status} ${outcome.code}`
        : outcome.kind === 'broken'
          ? `broken (${outcome.how})`
          : outcome.kind;
    this.refused.push(`${name} ${how}`);
    // A data plane repeats its poll in any case.
    if (entry.type === 'ended') this.open.set(name, `${name} ${how}`);
  }

  /** Returns what was not acknowledged since the last call. */
  take(): Omit<Round, 'answers'> {
    const open = [...this.open];
    const ends = new Set(this.open.values());
    const repeated = this.refused.filter((one) => !ends.has(one));
    const endsOf = (isRepeated: boolean) =>
      open.flatMap(([op, how]) => (this.repeating.has(op) === isRepeated ? [how] : []));
    this.open.clear();
    this.repeating.clear();
    this.refused = [];
    return { repeated, failed: endsOf(true), once: endsOf(false) };
  }
}

/**
 * The load of the chaos tests on a release: callers that repeat creates by idempotency key, test
 * runs, deletions, data planes that poll, an index, and events for the filter. Its checker decides
 * whether anything was lost or doubled.
 */
export class KubeLoad {
  private constructor(
    private readonly system: KubeSystem,
    private readonly folder: string,
    private readonly recorder: CountingRecorder,
    private readonly loops: readonly RequestLoop[],
    private readonly observers: Observers & { readonly index: SuppressionIndex },
  ) {}

  static async start(system: KubeSystem): Promise<KubeLoad> {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-kube-load-'));
    const recorder = new CountingRecorder(join(folder, 'history.jsonl'));
    // Each name gets a caller that sends all its requests to the Service.
    const gateways: Gateway[] = ['one', 'two'].map((name) => ({ name, address: system.address }));
    const options = { recorder, gateways, random: new Random(SEED) };
    const { address } = system.kafka;
    const events = new EventStream(recorder, new Random(SEED + 1), system.events.input, address);
    const index = new SuppressionIndex({
      kafka: createKafka({ brokers: [address], clientId: 'kube-index' }),
      topicPrefix: PREFIX,
    });
    const feeds = [7, 200].map((size) => new FeedReader(recorder, `feed-${size}`, gateways, size));
    const observers = { recorder, feeds, index, events, timeLimitMs: CALM_MS };
    const loops = makeRequestLoops(options);
    const load = new KubeLoad(system, folder, recorder, loops, observers);
    await events.connect();
    index.start();
    await suppressAlways(options);
    await reachCalm(system, observers);
    return load;
  }

  /** Changes the release under load, and waits until all work is done. */
  async during(change: () => Promise<unknown>): Promise<Round> {
    const { recorder, loops, system, observers } = this;
    const before = recorder.answers;
    recorder.take();
    const resting = new AbortController();
    const working = Promise.all([
      runRequestLoops(loops, resting.signal),
      observers.events.run(resting.signal),
      ...observers.feeds.map((feed) => feed.run(resting.signal)),
    ]);
    try {
      await this.goOn();
      await change();
      await this.goOn();
    } finally {
      resting.abort();
      await working;
    }
    await reachCalm(system, observers);
    return { answers: recorder.answers - before, ...recorder.take() };
  }

  /** Ends the load, and checks its whole history. The release must be stopped. */
  async end(): Promise<{ readonly problems: readonly string[]; readonly summary: Summary }> {
    await this.observers.events.close();
    await this.observers.index.close();
    const history = await this.recorder.close();
    const state = await readFinalState(this.system, history);
    rmSync(this.folder, { recursive: true });
    // The load collects no spans.
    const problems = findProblems(history, state).filter((one) => !one.startsWith('spans: '));
    return { problems, summary: summarise(history, state) };
  }

  private async goOn(): Promise<void> {
    const { answers } = this.recorder;
    await waitFor(() => this.recorder.answers >= answers + ANSWERS, {
      message: () => `${ANSWERS} answers, got ${JSON.stringify(this.recorder.take())}`,
    });
  }
}
