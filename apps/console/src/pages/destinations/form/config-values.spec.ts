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

  it('leaves out what was not touched, and what is again as it was', () => {
    const edited = { url: 'ab***', port: '80', headers: [{ to: 'hi***', from: 'x' }] };
    expect(changesOf(FIELDS, before, edited)).toEqual({});
  });

  it('takes away what was emptied, and what never was is none', () => {
    expect(changesOf(FIELDS, before, { url: ' ', method: '' })).toEqual({ url: null });
  });

  it('keeps the masks of the rows beside the one that changed', () => {
    const headers = [
      { from: 'x', to: 'hi***' },
      { from: 'y', to: 'new' },
      { from: '', to: '' },
    ];
    expect(changesOf(FIELDS, before, { headers })).toEqual({ headers: headers.slice(0, 2) });
  });

  it('lets the API say what is no number', () => {
    expect(changesOf(FIELDS, before, { port: '80a' })).toEqual({ port: '80a' });
  });
});

it('makes a new record of what was filled in', () => {
  expect(configOf(FIELDS, { url: 'https://a', method: '', port: '9' })).toEqual({
    url: 'https://a',
    port: 9,
  });
});

it('misses what is required and has neither value nor default', () => {
  expect(missingIn(FIELDS, {})).toEqual(['url']);
  expect(missingIn(FIELDS, { url: 'ab***' })).toEqual([]);
});

it('finds the masks in rows', () => {
  expect([...masksIn([{ a: 'hi***', b: 'x' }, 'yo***'])]).toEqual(['hi***', 'yo***']);
});

it('shows no secret that was typed', () => {
  const config = { url: 'https://secret', headers: [{ from: 'x', to: 'secret' }], port: 1 };
  expect(withoutSecrets(FIELDS, ['url', 'headers.to'], config)).toEqual({
    ...{ url: '<url>', headers: '<headers>', port: 1 },
  });
});

it('edits what has no form as JSON', () => {
  expect(kindOf({ type: 'object' })).toBe('json');
  expect(
    kindOf({ type: 'array', items: { type: 'object', members: { a: { type: 'boolean' } } } }),
  ).toBe('json');
  expect(kindOf({ type: 'array', items: ROWS })).toBe('rows');
});
