import { PatternIndex } from './pattern-index.js';
import { newSearchBudget } from './search-budget.js';

/** Returns a pseudorandom text of the characters `a` and `b`. */
function textOf(length: number, seed: number): string {
  let [state, text] = [seed, ''];
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += (state >>> 16) & 1 ? 'a' : 'b';
  }
  return text;
}

describe('PatternIndex', () => {
  it('finds each pattern at each position, even if another pattern is a prefix of it', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const texts = Array.from({ length: 12 }, (_none, n) => textOf(4 + (n % 7), seed * 31 + n));
      const text = textOf(200, seed);
      const found = [
        ...new PatternIndex(texts.map((each) => ({ text: each, secret: each }))).matches(
          text,
          newSearchBudget(),
        ),
      ];
      const all = [...new Set(texts)].flatMap((each) =>
        Array.from(text, (_character, from) => from)
          .filter((from) => text.startsWith(each, from))
          .map((from) => `${from} ${each}`),
      );
      expect(found.map(([from, pattern]) => `${from} ${pattern.text}`).sort()).toEqual(all.sort());
    }
  });

  it('needs at most 1.5 times the comparisons for four times the patterns', () => {
    const spent = (count: number): number => {
      const patterns = Array.from({ length: count }, (_none, n) => `secret-${n}`);
      const index = new PatternIndex(patterns.map((text) => ({ text, secret: text })));
      const steps = newSearchBudget();
      const { left } = steps;
      expect([...index.matches('secret-x '.repeat(100), steps)]).toEqual([]);
      return left - steps.left;
    };
    expect(spent(4_000) / spent(1_000)).toBeLessThan(1.5);
  });
});
