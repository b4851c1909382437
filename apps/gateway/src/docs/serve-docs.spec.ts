import { SharedBytes } from './serve-docs.js';

const PAGE = 'ü'.repeat(5_000);

describe('SharedBytes', () => {
  it('converts a large text only once', () => {
    const shared = new SharedBytes();
    const first = shared.of(PAGE);
    expect(first).toEqual(Buffer.from(PAGE));
    expect(shared.of(PAGE)).toBe(first);
  });

  it('keeps no small texts, and only a limited number of large texts', () => {
    const shared = new SharedBytes();
    expect(shared.of('small')).toBe('small');
    for (let n = 0; n < 8; n += 1) shared.of(`${PAGE}${n}`);
    expect(shared.of(PAGE)).toEqual(Buffer.from(PAGE));
    expect(shared.of(PAGE)).not.toBe(shared.of(PAGE));
  });
});
