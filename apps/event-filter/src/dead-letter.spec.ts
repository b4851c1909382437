import { batchBytes } from '@lethe/messaging';
import { deadLetter } from './dead-letter.js';

const MAX_BYTES = 4_096;

const letter = (sizes: { key?: number; value?: number; header?: number }) =>
  deadLetter(
    'in',
    3,
    {
      offset: '42',
      time: 0,
      key: Buffer.alloc(sizes.key ?? 1, 'k'),
      value: Buffer.alloc(sizes.value ?? 1, 'v'),
      headers: { own: Buffer.alloc(sizes.header ?? 1, 'h') },
    },
    'not_json',
    MAX_BYTES,
  );

describe('deadLetter', () => {
  it('does not cut a record that fits into the limit', () => {
    expect(letter({ value: 1_000 }).value).toHaveLength(1_000);
    expect(letter({ value: 1_000 }).headers).not.toHaveProperty('lethe-cut');
  });

  it.each([
    ['value', { value: 10_000 }],
    ['value', { value: 10_000, header: 1_000, key: 1_000 }],
    ['value,headers', { header: 10_000 }],
    ['value,headers', { value: 10_000, header: 10_000 }],
  ] as const)('cuts the %s of a record that exceeds the limit: %j', (cut, sizes) => {
    const sent = letter(sizes);
    expect(batchBytes(sent)).toBeLessThanOrEqual(MAX_BYTES);
    expect(sent.headers).toMatchObject({ 'lethe-cut': cut, 'lethe-offset': '42' });
    expect('own' in sent.headers).toBe(cut === 'value');
    expect(sent.value?.length).toBeGreaterThan(0);
  });

  it('cuts the key of a record that is too large even without value and headers', () => {
    const sent = letter({ key: 1_000_000 });
    expect(sent.headers).toMatchObject({ 'lethe-cut': 'value,headers,key', 'lethe-offset': '42' });
    expect(sent.key?.length).toBeLessThan(20_000);
  });
});
