import { requestIdOf } from './request-id.js';

function idFor(given: string | undefined): string {
  return requestIdOf({ headers: given === undefined ? {} : { 'x-request-id': given } });
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

describe('requestIdOf', () => {
  it.each(['a', 'checkout 4711', '~'.repeat(128)])('keeps %j', (given) => {
    expect(idFor(given)).toBe(given);
  });

  it.each([undefined, '', ' ', '~'.repeat(129), 'ü', 'a\tb'])('creates an id for %j', (given) => {
    expect(idFor(given)).toMatch(UUID);
  });
});
