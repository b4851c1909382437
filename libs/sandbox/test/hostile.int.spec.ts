import { CPU_BOMBS } from './hostile/cpu-bombs.js';
import { ESCAPES } from './hostile/escapes.js';
import { FLOODS } from './hostile/floods.js';
import { MEMORY_BOMBS } from './hostile/memory-bombs.js';
import { OUTPUT_TRICKS } from './hostile/output-tricks.js';
import { STACK_BOMBS } from './hostile/stack-bombs.js';
import { THROWN_THINGS } from './hostile/thrown-things.js';
import { AMPLE_MS, EVENT, inTime, useSandbox } from './sandbox-under-test.js';

/** The time is long enough for a memory bomb to reach the memory limit on a slow computer. */
const SMALL = { memoryBytes: 16 * 1024 * 1024, wallMs: AMPLE_MS };
const SHORT = { ...SMALL, wallMs: 100 };

describe.each([
  ['an escape', ESCAPES, SMALL],
  ['a CPU bomb', CPU_BOMBS, SHORT],
  ['a memory bomb', MEMORY_BOMBS, SMALL],
  ['a stack bomb', STACK_BOMBS, SMALL],
  ['a trick with the output', OUTPUT_TRICKS, SMALL],
  ['a thrown value', THROWN_THINGS, SMALL],
  ['a flood', FLOODS, SMALL],
] as const)('%s ends within its limits:', (_kind, transformations, limits) => {
  const run = useSandbox({ limits });

  it.each(transformations)('$name', async ({ code, fails, gives }) => {
    const outcome = await run(code);
    expect(Buffer.byteLength(JSON.stringify(outcome.logs))).toBeLessThan(110 * 1024);
    if (outcome.status === 'failed') {
      expect(outcome.error).toMatch(fails ?? /^no error at all$/);
      expect(Buffer.byteLength(outcome.error)).toBeLessThan(4 * 1024);
      expect(outcome.error).not.toMatch(/lethe:|wasm|node_modules|file:|QTS_/);
    } else {
      expect(outcome.events.map(({ event }) => event)).toEqual(gives);
    }
    // The hostile run must not affect the next run.
    const next = await inTime(limits.wallMs, () =>
      run(`export async function transformEvent(event, metadata) {
        log([1, 2].map(String).join());
        await null;
        return { ...event, source: metadata(event).sourceId, extra: Object.keys(globalThis).length };
      }`),
    );
    expect(next).toEqual({
      status: 'ok',
      events: [{ event: { ...EVENT, source: 'src_1', extra: 0 }, input: 0 }],
      dropped: [],
      logs: ['1,2'],
    });
  });
});
