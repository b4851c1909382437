import { readOutcome } from './read-transform-answer.js';

const OUTPUT = {
  version: '1',
  type: 'REST',
  method: 'POST',
  endpoint: 'https://vendor.example/track',
  headers: { 'Content-Type': 'application/json', 'X-Number': 7, 'X-Null': null },
  params: { a: 1 },
  body: { JSON: { a: 1 }, XML: {}, JSON_ARRAY: {}, FORM: {} },
  files: {},
  userId: 'u',
};
const REQUEST = {
  ...OUTPUT,
  headers: { 'Content-Type': 'application/json', 'X-Number': '7' },
};
const ok = (output: unknown) => ({ output, metadata: {}, statusCode: 200 });

describe('readOutcome', () => {
  it('returns the requests of all elements, and several requests of one element', () => {
    expect(readOutcome([ok(OUTPUT)])).toEqual({ status: 'ok', requests: [REQUEST] });
    expect(readOutcome([ok(OUTPUT), ok([OUTPUT, OUTPUT])])).toEqual({
      status: 'ok',
      requests: [REQUEST, REQUEST, REQUEST],
    });
  });

  it('sets defaults for absent members', () => {
    expect(
      readOutcome([{ output: { endpoint: 'https://v.example', body: { FORM: { a: 1 } } } }]),
    ).toEqual({
      status: 'ok',
      requests: [
        {
          version: '1',
          type: 'REST',
          method: 'POST',
          endpoint: 'https://v.example',
          headers: {},
          params: {},
          body: { JSON: {}, JSON_ARRAY: {}, XML: {}, FORM: { a: 1 } },
          files: {},
          userId: '',
        },
      ],
    });
  });

  it.each([
    [{ statusCode: 400, error: 'Missing property: event' }, 'Missing property: event'],
    [{ statusCode: 500 }, 'The transformer refused the event with status 500'],
    [{ statusCode: 200, error: 'odd', output: OUTPUT }, 'odd'],
    [{ statusCode: 298 }, 'The transformer filtered the event out'],
    [
      { statusCode: 298, error: 'not mapped' },
      'The transformer filtered the event out: not mapped',
    ],
    [{ statusCode: 400, error: 'x'.repeat(5_000) }, `${'x'.repeat(2_000)}…`],
    [{ statusCode: 200 }, 'The transformer returned a request without an endpoint'],
    [ok({ endpoint: 7 }), 'The transformer returned a request without an endpoint'],
    [
      ok({ endpoint: 'x', type: 'KAFKA' }),
      'The transformer returned a request that is not of type REST. Lethe cannot send it',
    ],
    ['x', 'The transformer returned a result that is not an object'],
    [null, 'The transformer returned a result that is not an object'],
  ])('reports the error of the event: %j', (element, error) => {
    expect(readOutcome([element])).toEqual({ status: 'failed', error });
    expect(readOutcome([ok(OUTPUT), element])).toEqual({
      status: 'ok',
      requests: [REQUEST],
      incomplete: error,
    });
  });

  it.each([null, {}, [], 'x', 7])('refuses an answer without a list of results: %j', (answer) => {
    expect(readOutcome(answer)).toEqual({
      status: 'failed',
      error: "The transformer's answer is not a list with a result",
    });
  });
});
