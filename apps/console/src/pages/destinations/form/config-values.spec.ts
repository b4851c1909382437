import {
  changesOf,
  configOf,
  kindOf,
  masksIn,
  missingIn,
  withoutSecrets,
  type ConfigField,
  type Fields,
} from './config-values.js';

const ROWS = {
  type: 'object',
  members: { from: { type: 'string' }, to: { type: 'string' } },
} satisfies ConfigField;
const FIELDS = {
  url: { type: 'string', secret: true, required: true },
  method: { type: 'string', choices: ['POST', 'PUT'], default: 'POST', required: true },
  port: { type: 'number' },
  headers: { type: 'array', items: ROWS },
} satisfies Fields;

describe('changesOf', () => {
  const before = { url: 'ab***', port: 80, headers: [{ from: 'x', to: 'hi***' }] };

  it('ignores values that were not edited, or that equal the stored value again', () => {
    const edited = { url: 'ab***', port: '80', headers: [{ to: 'hi***', from: 'x' }] };
    expect(changesOf(FIELDS, before, edited)).toEqual({});
  });

  it('removes a stored value that the user emptied, and ignores other empty values', () => {
    expect(changesOf(FIELDS, before, { url: ' ', method: '' })).toEqual({ url: null });
  });

  it('keeps the masks in unchanged rows', () => {
    const headers = [
      { from: 'x', to: 'hi***' },
      { from: 'y', to: 'new' },
      { from: '', to: '' },
    ];
    expect(changesOf(FIELDS, before, { headers })).toEqual({ headers: headers.slice(0, 2) });
  });

  it('passes an invalid number to the API, which rejects it', () => {
    expect(changesOf(FIELDS, before, { port: '80a' })).toEqual({ port: '80a' });
  });
});

it('puts only non-empty fields into the configuration of a new destination', () => {
  expect(configOf(FIELDS, { url: 'https://a', method: '', port: '9' })).toEqual({
    url: 'https://a',
    port: 9,
  });
});

it('returns required variables that have neither a value nor a default', () => {
  expect(missingIn(FIELDS, {})).toEqual(['url']);
  expect(missingIn(FIELDS, { url: 'ab***' })).toEqual([]);
});

it('finds masks in rows', () => {
  expect([...masksIn([{ a: 'hi***', b: 'x' }, 'yo***'])]).toEqual(['hi***', 'yo***']);
});

it('replaces secrets that the user typed by placeholders', () => {
  const config = { url: 'https://secret', headers: [{ from: 'x', to: 'secret' }], port: 1 };
  expect(withoutSecrets(FIELDS, ['url', 'headers.to'], config)).toEqual({
    ...{ url: '<url>', headers: '<headers>', port: 1 },
  });
});

it.each([
  ['ab***', 'ab***'],
  ['😀😀***', '😀😀***'],
  ['***', '***'],
  ['https://x?key=***', '<url>'],
  ['abc***', '<url>'],
  ['ab***c', '<url>'],
])('shows the mask of a stored secret, but no secret that contains ***: %s', (url, shown) => {
  expect(withoutSecrets(FIELDS, ['url'], { url })).toEqual({ url: shown });
});

it('edits an object as JSON, and a list of objects as rows only if all their members are texts', () => {
  expect(kindOf({ type: 'object' })).toBe('json');
  expect(
    kindOf({ type: 'array', items: { type: 'object', members: { a: { type: 'boolean' } } } }),
  ).toBe('json');
  expect(kindOf({ type: 'array', items: ROWS })).toBe('rows');
});
