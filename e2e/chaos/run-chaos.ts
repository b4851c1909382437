import { writeFileSync } from 'node:fs';
import { createKafka } from '@lethe/messaging';
import { Random } from '@lethe/testing';
import { SuppressionIndex } from '@lethe/suppression-index';
import { findProblems } from './check/find-problems.js';
import { drawSchedule } from './faults/schedule.js';
import { injectFaults } from './faults/inject-faults.js';
import { Recorder } from './history.js';
import { EventStream } from './load/event-stream.js';
import { FeedReader } from './load/feed-reader.js';
import { makeRequestLoops, runRequestLoops, suppressAlways } from './load/request-loops.js';
import type { MutantName } from './mutants/mutants.js';
import { ChaosSystem } from './system/chaos-system.js';
import { readFinalState } from './system/final-state.js';
import { reachCalm, type Observers } from './system/reach-calm.js';
import { summarise, type Summary } from './summarise.js';

export interface ChaosOptions {
  readonly seed: number;
  /** Milliseconds with faults; the recovery takes additional time. */
  readonly lengthMs: number;
  /** File for the history. */
  readonly historyFile: string;
  /** Prefixes of the targets that can fail; all targets when absent. */
  readonly targets?: readonly string[] | undefined;
  /** Kinds of faults that can happen; all kinds when absent. */
  readonly kinds?: readonly string[] | undefined;
  /** Known defects to add to the product. */
  readonly mutants?: readonly MutantName[];
  /** Gets a line after each round. */
  readonly onProgress?: (line: string) => void;
}

export interface ChaosResult {
  readonly problems: readonly string[];
  readonly summary: Summary;
}

/** Maximum milliseconds with faults, after which the system must recover. */
const ROUND_MS = 45_000;

/** Maximum milliseconds to wait for a state, long enough for a slow machine. */
const PATIENCE_MS = 240_000;
/**
 * Maximum milliseconds with a defect. It is shorter, because a state that the defect prevents never
 * comes.
 */
const PATIENCE_WITH_MUTANTS_MS = 60_000;

/** Runs the system under load and faults, in rounds, and checks the history. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const recorder = new Recorder(options.historyFile);
  const chaos = await ChaosSystem.prepare(options.mutants);
  const over = new AbortController();
  try {
    await chaos.start();
    chaos.superviseUntil(over.signal, ({ name }, how) => {
      recorder.add({ type: 'died', process: name, how });
    });
    await trouble(chaos, recorder, options);
    over.abort(); // from here on, processes are expected to end
    const history = await recorder.close();
    const state = await readFinalState(chaos, history);
    return { problems: findProblems(history, state), summary: summarise(history, state) };
  } finally {
    over.abort();
    await chaos.stop();
    for (const { name, output } of chaos.instances) {
      writeFileSync(`${options.historyFile}.${name}.log`, output);
    }
  }
}

async function trouble(
  chaos: ChaosSystem,
  recorder: Recorder,
  { seed, lengthMs, targets, kinds, mutants = [], onProgress = () => undefined }: ChaosOptions,
): Promise<void> {
  const random = new Random(seed);
  const { gateways, kafka, events: topics, system } = chaos;
  const loopOptions = {
    ...{ recorder, gateways, random: new Random(random.below(2 ** 31)) },
    hasRows: true,
  };
  const events = new EventStream(recorder, loopOptions.random, topics.input, kafka.address);
  const index = new SuppressionIndex({
    kafka: createKafka({ brokers: [kafka.address], clientId: 'chaos-index' }),
    topicPrefix: system.topicPrefix,
  });
  const feeds = [
    new FeedReader(recorder, 'feed-of-pages-of-7', gateways, 7),
    new FeedReader(recorder, 'feed-of-pages-of-200', gateways, 200),
  ];
  const timeLimitMs = mutants.length === 0 ? PATIENCE_MS : PATIENCE_WITH_MUTANTS_MS;
  const observers: Observers = { recorder, feeds, index, events, timeLimitMs };
  await events.connect();
  index.start();
  try {
    await suppressAlways(loopOptions);
    await reachCalm(chaos, observers);
    const loops = makeRequestLoops(loopOptions);
    const rounds = Math.ceil(lengthMs / ROUND_MS);
    for (let round = 1; round <= rounds; round += 1) {
      const startedAt = recorder.now;
      const schedule = drawSchedule(random, Math.round(lengthMs / rounds), targets, kinds);
      const resting = new AbortController();
      const working = Promise.all([
        runRequestLoops(loops, resting.signal),
        events.run(resting.signal),
        ...feeds.map((feed) => feed.run(resting.signal)),
      ]);
      await injectFaults(chaos, recorder, schedule);
      resting.abort();
      await working;
      const restedAt = recorder.now;
      await reachCalm(chaos, observers);
      const seconds = [restedAt - startedAt, recorder.now - restedAt].map((ms) =>
        Math.round(ms / 1_000),
      );
      onProgress(
        `round ${round} of ${rounds}: ${schedule.length} faults drawn, ended after ${seconds[0]!} s, recovered ${seconds[1]!} s later`,
      );
    }
  } finally {
    await events.close();
    await index.close();
  }
}
