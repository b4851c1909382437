import { SharedBytes } from './serve-docs.js';

const PAGE = 'ü'.repeat(5_000);

describe('SharedBytes', () => {
  it('has the bytes of a large text once', () => {
    const shared = new SharedBytes();
    const first = shared.of(PAGE);
    expect(first).toEqual(Buffer.from(PAGE));
    expect(shared.of(PAGE)).toBe(first);
  });

  it('keeps neither small texts nor any number of large ones', () => {
    const shared = new SharedBytes();
    expect(shared.of('small')).toBe('small');
    for (let n = 0; n < 8; n += 1) shared.of(`${PAGE}${n}`);
    expect(shared.of(PAGE)).toEqual(Buffer.from(PAGE));
    expect(shared.of(PAGE)).not.toBe(shared.of(PAGE));
  });
});
