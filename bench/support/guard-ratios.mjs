import { compareRatios, latestEntries, TOLERANCE } from './compare-ratios.mjs';
import { IDLE_SHARE, wasIdle } from './idle.mjs';

const RUNS = 3;

/**
 * Runs the benchmarks that have recorded ratios three times, and compares the median of each ratio
 * with the latest recorded one.
 *
 * @param {object} options
 * @param options.records of `readResults`
 * @param options.ids of the benchmarks
 * @param options.busyShare share of the CPUs that other programs use now, from 0 to 1
 * @param options.run gets an id, and returns the result of the benchmark
 * @param options.write gets lines for a person
 * @param [options.isStopped] returns true when the user has stopped the program
 * @returns true if no ratio is worse or missing; false also if nothing could be compared
 */
export async function guardRatios({
  records,
  ids,
  busyShare,
  run,
  write,
  isStopped = () => false,
}) {
  const recorded = latestEntries(records, ids);
  const refusal = refusalOf(recorded, busyShare);
  if (refusal !== undefined) {
    write(refusal);
    return false;
  }
  const runs = [];
  for (let number = 1; number <= RUNS; number += 1) {
    const targets = {};
    for (const id of Object.keys(recorded)) {
      if (isStopped()) return false;
      write(`run ${number} of ${RUNS}: (${id})`);
      const result = await run(id);
      if (result.failure === undefined) targets[id] = result.targets;
      else write(`(${id}) failed: ${result.failure}`);
    }
    runs.push(targets);
  }
  const compared = compareRatios(recorded, runs);
  compared.forEach((each) => write(describe(each)));
  return compared.every(({ verdict }) => verdict === 'as recorded' || verdict === 'new');
}

function refusalOf(recorded, busyShare) {
  if (Object.keys(recorded).length === 0) {
    return 'No ratio of these benchmarks is recorded. Record them: npm run bench -- all --json';
  }
  const busy = Object.keys(recorded).filter((id) => !wasIdle(recorded[id].otherPrograms));
  if (busy.length > 0) {
    return `The recorded ratios of ${busy.join(' ')} come from a machine that was not idle, so they mean little. Record them again: npm run bench -- ${busy.join(' ')} --json`;
  }
  if (busyShare <= IDLE_SHARE) return undefined;
  return `The machine is not idle: other programs use ${percent(busyShare)} of its CPUs, at most ${percent(IDLE_SHARE)} are allowed. Stop them, and run this again.`;
}

function describe({ id, name, verdict, version, recorded, measured, worseBy }) {
  const what = `${verdict.padEnd(11)}  (${id}) ${name}`;
  if (verdict === 'new') return `${what}: not recorded yet`;
  const before = `recorded ${recorded} (${version})`;
  if (verdict === 'missing') {
    return `${what}: ${before}, but not measured in each run. Correct the benchmark. If the ratio has another name now, record it: npm run bench -- ${id} --json`;
  }
  const change = `${percent(Math.abs(worseBy))} ${worseBy > 0 ? 'worse' : 'better'}`;
  const limit = verdict === 'worse' ? `, at most ${percent(TOLERANCE)} are allowed` : '';
  return `${what}: ${before}, measured ${measured} (${change}${limit})`;
}

function percent(share) {
  return `${Number((share * 100).toFixed(1))} %`;
}
