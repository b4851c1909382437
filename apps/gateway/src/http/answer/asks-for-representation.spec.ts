import { asksForRepresentation } from './asks-for-representation.js';

describe('asksForRepresentation', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['return', false],
    ['return=minimal', false],
    ['return=representation', true],
    ['Return = representation', true],
    ['return="representation"', true],
    ['return=representation; detail="a, b"', true],
    ['respond-async, wait=10, return=representation', true],
    ['return=minimal, return=representation', false],
    ['return=representation, return=minimal', true],
    ['returning=representation', false],
    ['wait=10; return=representation', false],
    ['note="a, return=representation, b"', false],
    ['note="a\\", return=representation, b"', false],
    ['note="a", return=representation', true],
    ['note="not closed, return=representation', false],
  ])('decides whether %j asks for the created resource: %s', (prefer, expected) => {
    expect(asksForRepresentation(prefer)).toBe(expected);
  });
});
