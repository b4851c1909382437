import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { eachInSteps, ELEMENTS_OF_A_STEP, StepCounter } from '../src/steps/step-counter.js';
import { CHARACTERS_OF_A_STEP, parseInSteps } from '../src/steps/parse-in-steps.js';
import { holdsLongList, writeInSteps } from '../src/steps/write-in-steps.js';

const list = <T>(length: number, element: (n: number) => T): T[] =>
  Array.from({ length }, (_none, n) => element(n));

/** Returns a counter that cuts the text wherever possible. */
const finest = () => new StepCounter(1, () => Promise.resolve());

describe('eachInSteps', () => {
  it('yields to other code and to another large task between its steps', async () => {
    const done = { a: 0, b: 0 };
    const all = 10 * ELEMENTS_OF_A_STEP;
    const work = (name: 'a' | 'b') =>
      eachInSteps(
        list(all, () => name),
        () => (done[name] += 1),
      );
    void work('a');
    void work('b');
    for (let before = done.a + done.b; before < 2 * all; before = done.a + done.b) {
      await nextTurn();
      expect(done.a + done.b - before).toBeLessThanOrEqual(ELEMENTS_OF_A_STEP);
      expect(Math.abs(done.a - done.b)).toBeLessThanOrEqual(ELEMENTS_OF_A_STEP);
    }
  });
});

describe('parseInSteps', () => {
  const parse = (text: string) => parseInSteps(text, undefined, finest(), 1);

  it('returns the same value as JSON.parse, wherever the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 5 }), fc.nat(4), async (text, blanks) => {
        const spaced = JSON.stringify(JSON.parse(text), null, blanks);
        const value = await parse(spaced);
        expect(value).toStrictEqual(JSON.parse(spaced));
        expect(JSON.stringify(value)).toBe(JSON.stringify(JSON.parse(spaced)));
      }),
      { numRuns: 300 },
    );
  });

  it('refuses the same texts as JSON.parse, with the same error', async () => {
    const broken = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '1', ' ', '\\'),
        fc.boolean(),
      )
      .map(([text, place, character, isInserted]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + character + text.slice(isInserted ? at : at + 1);
      });
    await fc.assert(
      fc.asyncProperty(broken, async (text) => {
        expect(await outcome(() => parse(text))).toStrictEqual(
          await outcome(() => JSON.parse(text) as unknown),
        );
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '[[1],[2]][3,4]',
    '[1,[2,3]4,5]',
    '[1,,[2,3]]',
    '{"a":[1,2],}',
    '{"a":[1,2]"b":[3,4]}',
    '{"a":1,"b" "c":[1,2]}',
    '{1:[2,3]}',
    '[1,2,]',
    'x[1,2]',
    '[1,2]x',
    '[{"a":[1,2]]}',
    '["a,b',
    '1,2',
  ])('refuses %s', async (text) => {
    await expect(parse(text)).rejects.toThrow(SyntaxError);
  });

  it.each([
    '{"__proto__":[1,2],"a":1,"a":{"b":[1,2],"b":3}}',
    '{"\\"]":["\\\\",[1,"}"]]}',
    ' [ ] ',
  ])('reads %s', async (text) => {
    expect(JSON.stringify(await parse(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it.each([
    ['lists within lists', `${'[1,'.repeat(60)}${'[[],1],'.repeat(50_000)}1${']'.repeat(60)}`],
    ['one object', JSON.stringify(Object.fromEntries(list(50_000, (n) => [`name${n}`, [n]])))],
    ['texts of quotes', JSON.stringify(list(20_000, () => '"\\"'.repeat(10)))],
    ['a text that is malformed at its end', `[${'[1],'.repeat(100_000)}`],
  ])('parses each character at most twice: %s', async (_title, text) => {
    const parsed = jest.spyOn(JSON, 'parse');
    await parseInSteps(text).catch(() => undefined);
    const characters = parsed.mock.calls.reduce((sum, [piece]) => sum + piece.length, 0);
    parsed.mockRestore();
    expect(characters).toBeGreaterThan(text.length / 2);
    expect(characters).toBeLessThan(2.1 * text.length);
  });

  it('pauses after each step, and reports each piece once', async () => {
    const users = list(10_000, (n) => ({ userId: `u${n}`, [`name${n}`]: 'x'.repeat(100) }));
    const text = JSON.stringify({ context: {}, request: { users } });
    const steps: number[] = [];
    const seen: unknown[] = [];
    const pace = new StepCounter(CHARACTERS_OF_A_STEP);
    const did = pace.did.bind(pace);
    pace.did = (size) => {
      steps.push(size ?? 1);
      return did(size);
    };
    const onPiece = (piece: unknown) => Array.isArray(piece) && seen.push(...(piece as unknown[]));
    await parseInSteps(text, onPiece, pace);
    expect(Math.max(...steps)).toBeLessThan(CHARACTERS_OF_A_STEP + 1_000);
    expect(steps.length).toBeGreaterThan(text.length / CHARACTERS_OF_A_STEP - 2);
    expect(seen).toHaveLength(users.length);
  });
});

describe('writeInSteps', () => {
  it('writes the same as JSON.stringify', async () => {
    const long = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 51, maxLength: 160 });
    const message = fc.record({
      pattern: fc.string(),
      data: fc.record({ request: fc.record({ users: long, none: fc.constant(undefined) }) }),
      id: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(message, async (value) => {
        expect(holdsLongList(value)).toBe(true);
        expect(await writeInSteps(value)).toBe(JSON.stringify(value));
      }),
      { numRuns: 30 },
    );
  });

  it('pauses between the elements of a long list', async () => {
    let pauses = 0;
    const pace = new StepCounter(CHARACTERS_OF_A_STEP, () => {
      pauses += 1;
      return Promise.resolve();
    });
    const users = list(10_000, (n) => ({ userId: `u${n}`, x: 'x'.repeat(700) }));
    const text = await writeInSteps({ data: { request: { users } } }, pace);
    expect(pauses).toBeGreaterThan(text.length / (2 * CHARACTERS_OF_A_STEP));
  });
});

async function outcome(work: () => unknown): Promise<unknown> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
