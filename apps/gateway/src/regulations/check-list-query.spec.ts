import { parseQuery } from '../http/request/query-string.js';
import { checkIdentifiersQuery, showsIdentifiers } from './check-identifiers-query.js';
import { checkListQuery, nextPage } from './check-list-query.js';

function check(query: string) {
  return checkListQuery(parseQuery(`/v2/regulations?${query}`));
}

describe('checkListQuery', () => {
  it('asks for 100 records when nothing is said', () => {
    expect(check('')).toEqual({ limit: 100 });
  });

  it('reads every parameter', () => {
    expect(
      check(
        'after_cursor=abc&limit=7&user_id=%20U%E2%80%8B1&regulation_type=suppress&canceled=false',
      ),
    ).toEqual({
      afterCursor: 'abc',
      limit: 7,
      userId: 'U1',
      regulationType: 'suppress',
      canceled: false,
    });
  });

  it('repeats in the next page how identifiers are shown, and knows two ways', () => {
    const query = parseQuery('/v2/regulations?identifiers=masked&limit=5');
    expect([showsIdentifiers(query), checkListQuery(query)]).toEqual([false, { limit: 5 }]);
    expect(nextPage(query, 'c')).toContain('identifiers=masked');
    expect(showsIdentifiers(parseQuery('/v2/regulations'))).toBe(true);
    for (const given of ['identifiers=none', 'identifiers=masked&identifiers=full']) {
      expect(() => check(given)).toThrow(/^identifiers/);
      expect(() => checkIdentifiersQuery(`/v2/regulations/x?${given}`)).toThrow(/^identifiers/);
    }
    expect(checkIdentifiersQuery('/v2/regulations/x?identifiers=masked')).toBe(false);
    expect(checkIdentifiersQuery('/v2/regulations/x')).toBe(true);
  });

  it('reads the filters of deletions, times in UTC', () => {
    expect(
      check(
        'status=deleted&overdue=true&created_after=2026-11-21T09:00:00%2B01:00&created_before=2026-11-22T00:00:00.5Z',
      ),
    ).toEqual({
      limit: 100,
      status: 'deleted',
      overdue: true,
      createdAfter: '2026-11-21T08:00:00.000Z',
      createdBefore: '2026-11-22T00:00:00.500Z',
    });
  });

  it('refuses a cursor that cannot be one without asking anybody', () => {
    expect(() => check('after_cursor=')).toThrow(/^The cursor is not valid/);
    expect(() => check(`after_cursor=${'x'.repeat(513)}`)).toThrow(/^The cursor is not valid/);
  });
});

describe('nextPage', () => {
  it('repeats the filters after the new cursor', () => {
    const query = parseQuery(
      '/v2/regulations?user_id=a%26b%20c&limit=5&after_cursor=old&canceled=true',
    );
    expect(nextPage(query, 'new+/=')).toBe(
      '/v2/regulations?after_cursor=new%2B%2F%3D&limit=5&user_id=a%26b+c&canceled=true',
    );
  });

  it('is read back as what was asked for', () => {
    const query = parseQuery('/v2/regulations?user_id=%F0%9F%98%80%20%2B%25&limit=5');
    const { userId } = checkListQuery(parseQuery(nextPage(query, 'c')));
    expect(userId).toBe('😀 +%');
  });
});
