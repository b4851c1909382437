import { regulations } from '@lethe/api/regulations';
import { DEFAULT_REQUEST_LIMITS } from '@lethe/contracts';
import { nextPage, takeQuery } from '../src/operations/take-request.js';

const { listRegulations, getRegulation } = regulations.operations;

function take(url: string, route: Parameters<typeof takeQuery>[0] = listRegulations): object {
  return takeQuery(route, { url } as never, DEFAULT_REQUEST_LIMITS);
}
const check = (query: string) => take(`/v2/regulations?${query}`);
const SHOWN = { limit: 100, identifiers: 'full' };

describe('the query of GET /v2/regulations', () => {
  it('returns 100 records with their identifiers by default', () => {
    expect(check('')).toEqual(SHOWN);
  });

  it('can have every parameter', () => {
    expect(
      check(
        'after_cursor=abc&limit=7&user_id=%20U%E2%80%8B1&regulation_type=suppress&canceled=false',
      ),
    ).toEqual({
      ...{ ...SHOWN, afterCursor: 'abc', limit: 7, userId: ' U\u200b1' },
      ...{ regulationType: 'suppress', canceled: false },
    });
  });

  it('requests masked or full identifiers', () => {
    expect(check('identifiers=masked&limit=5')).toEqual({ identifiers: 'masked', limit: 5 });
    const takeOne = (query: string) => take(`/v2/regulations/x?${query}`, getRegulation);
    for (const given of ['identifiers=none', 'identifiers=masked&identifiers=full']) {
      expect(() => check(given)).toThrow(/^identifiers/);
      expect(() => takeOne(given)).toThrow(/^identifiers/);
    }
    expect(takeOne('identifiers=masked')).toEqual({ identifiers: 'masked' });
    expect(takeOne('')).toEqual({ identifiers: 'full' });
  });

  it('can have the filters of deletions, and its times are converted to UTC', () => {
    expect(
      check(
        'status=deleted&overdue=true&created_after=2026-11-21T09:00:00%2B01:00&created_before=2026-11-22T00:00:00.5Z',
      ),
    ).toEqual({
      ...{ ...SHOWN, status: 'deleted', overdue: true },
      ...{ createdAfter: '2026-11-21T08:00:00.000Z', createdBefore: '2026-11-22T00:00:00.500Z' },
    });
  });

  it('is refused if its cursor is invalid, without a request to the regulation service', () => {
    expect(() => check('after_cursor=')).toThrow(/^The cursor is not valid/);
    expect(() => check(`after_cursor=${'x'.repeat(513)}`)).toThrow(/^The cursor is not valid/);
  });

  it('is repeated in the address of the next page, with the new cursor', () => {
    const next = (query: string, cursor: string) =>
      nextPage(listRegulations, `/v2/regulations?${query}`, cursor);
    expect(next('user_id=a%26b%20c&limit=5&after_cursor=old&canceled=true', 'new+/=')).toBe(
      '/v2/regulations?after_cursor=new%2B%2F%3D&limit=5&user_id=a%26b+c&canceled=true',
    );
    expect(next('identifiers=masked', 'c')).toContain('identifiers=masked');
    const again = take(next('user_id=%F0%9F%98%80%20%2B%25&limit=5', 'c'));
    expect(again).toMatchObject({ userId: '😀 +%', limit: 5 });
  });
});
