import {
  DEFAULT_REQUEST_LIMITS,
  type ErrorDetails,
  type LetheError,
  type RequestLimits,
} from '@lethe/contracts';
import { mostInOneTurn } from '@lethe/testing';
import { CreateRegulationsDto } from '@lethe/api/regulations';
import { takeBody } from '../operations/take-request.js';

function check(body: unknown, limits: RequestLimits = DEFAULT_REQUEST_LIMITS) {
  return takeBody(CreateRegulationsDto, body, limits);
}

async function detailsOf(
  body: unknown,
  limits: RequestLimits = DEFAULT_REQUEST_LIMITS,
): Promise<ErrorDetails> {
  try {
    await check(body, limits);
  } catch (error) {
    return (error as LetheError).details ?? {};
  }
  throw new Error('the body was accepted');
}

describe('the body of POST /v2/regulations', () => {
  it('accepts a valid request unchanged', async () => {
    const body = {
      regulationType: 'suppress',
      sourceIds: ['a', 'b'],
      users: [{ userId: 'u1', phone: '+49', email: 'u@example.com', loyalty: { tier: 3 } }],
    };
    await expect(check(body)).resolves.toEqual(body);
  });

  it('does not change userIds', async () => {
    const users = [{ userId: '  A\u200Bda\t' }, { userId: 'É 😀 1' }];
    expect((await check({ regulationType: 'suppress', users })).users).toEqual(users);
  });

  it.each([
    ['\u200B\u00A0', 'must contain a printable character'],
    [`a${'\u200B'.repeat(171)}`, 'must not be longer than 512 bytes in UTF-8'],
  ])('refuses the userId %j, which %s', async (userId, problem) => {
    await expect(check({ regulationType: 'suppress', users: [{ userId }] })).rejects.toThrow(
      problem,
    );
  });

  it('does not change further identifiers, and removes blanks at both ends of phone and email', async () => {
    const user = { userId: 'u', phone: ' +49 ', email: ' A@B ', note: ' \u200B ' };
    expect((await check({ regulationType: 'suppress', users: [user] })).users).toEqual([
      { ...user, phone: '+49', email: 'A@B' },
    ]);
  });

  it('accepts every value up to its limit', async () => {
    const identifiers = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(2046)]),
    );
    const user = {
      userId: '漢'.repeat(170),
      phone: 'x'.repeat(512),
      email: 'x'.repeat(512),
      ...identifiers,
    };
    expect((await check({ regulationType: 'suppress', users: [user] })).users).toEqual([user]);
  });

  it('lists all problems in one error, in the order of the request', async () => {
    expect(
      await detailsOf({
        regulationType: 'suppress_with_delete',
        sourceIds: ['s'],
        ticket: 'x',
        users: [{ userId: 'u' }, { userId: 7 }, { email: '' }],
      }),
    ).toEqual({
      ticket: 'is not a known property',
      sourceIds: 'is allowed only with regulationType suppress',
      destinationIds: 'is required for regulationType suppress_with_delete',
      'users[1].userId': 'must be a string',
      'users[2].email': 'must be a non-empty string',
      'users[2].userId': 'is required',
    });
  });

  it('accepts the time at which the person asked in any zone, and the law', async () => {
    const users = [{ userId: 'u', receivedAt: 'an identifier', law: 7 }];
    const body = { regulationType: 'suppress', users, law: 'gdpr' };
    expect(await check({ ...body, receivedAt: '2026-01-31T23:30:00-02:00' })).toEqual({
      ...{ ...body, receivedAt: '2026-02-01T01:30:00.000Z' },
    });
  });

  it.each([
    ['2026-01-31', /^must be a time with a zone, such as/],
    [1, /^must be a time with a zone/],
    ['2027-02-29T08:00:00Z', /^must be a day and a time of day that exist/],
    ['2016-12-31T23:59:60Z', /^must be a day and a time of day that exist/],
    [new Date(Date.now() + 60_000).toISOString(), /^must not be in the future; it is \d{4}-.*now$/],
    ['2019-11-21T08:00:00Z', /^must not be more than 5 years ago$/],
  ])('refuses the receivedAt %j', async (receivedAt, problem) => {
    const body = { regulationType: 'suppress', users: [{ userId: 'u' }], receivedAt, law: 'lgpd' };
    expect(await detailsOf(body)).toEqual({
      receivedAt: expect.stringMatching(problem) as string,
      law: 'must be gdpr or ccpa',
    });
  });

  it('lists at most 50 problems', async () => {
    const users = Array.from({ length: 10_000 }, () => ({ userId: '' }));
    expect(Object.keys(await detailsOf({ regulationType: 'suppress', users }))).toHaveLength(50);
  });

  it('applies the configured limits', async () => {
    const limits = { ...DEFAULT_REQUEST_LIMITS, usersPerRequest: 1, sourceIds: 1 };
    const body = {
      regulationType: 'suppress',
      sourceIds: ['a', 'b'],
      users: [{ userId: 'a' }, { userId: 'b' }],
    };
    expect(await detailsOf(body, limits)).toEqual({
      sourceIds: 'must not contain more than 1 ids',
      users: 'must not contain more than 1 users',
    });
  });

  it('limits users times sourceIds, and users times destinationIds', async () => {
    const limits = { ...DEFAULT_REQUEST_LIMITS, suppressionsPerRequest: 3 };
    const sourceIds = ['a', 'b'];
    const users = [{ userId: 'a' }, { userId: 'b' }];
    expect(await detailsOf({ regulationType: 'suppress', sourceIds, users }, limits)).toEqual({
      users: 'the number of users times the number of sourceIds must not exceed 3',
    });
    const deletion = { regulationType: 'delete', destinationIds: ['a', 'b'], users };
    expect(
      await detailsOf(deletion, { ...DEFAULT_REQUEST_LIMITS, deletionsPerRequest: 3 }),
    ).toEqual({
      users: 'the number of users times the number of destinationIds must not exceed 3',
    });
    const everywhere = { regulationType: 'suppress', users };
    expect((await check(everywhere, limits)).users).toHaveLength(2);
  });

  it('stops the check early if there are half a million unknown names', async () => {
    const names = Array.from({ length: 500_000 }, (_, n) => [`sourceId${n}`, 1] as const);
    const body = { ...(Object.fromEntries(names) as object), userid: 1 };
    // Suggestions for all names would take half a minute. The number in the message shows that the
    // check stopped early.
    await expect(check(body)).rejects.toThrow('(and 51 more, see details)');
    expect(Object.keys(await detailsOf(body))).toHaveLength(50);
    expect(await detailsOf({ regulationType: 'suppress', users: [body] })).toEqual({
      'users[0]': 'must not have more than 20 further identifiers',
      'users[0].userId': 'is required',
    });
  });

  it('checks only a limited number of users in one turn of the event loop, and does not compare all pairs of users', async () => {
    let reads = 0;
    const users = Array.from({ length: 10_000 }, (_, n) => ({
      userId: 'u',
      get email() {
        reads += 1;
        return `${n}@x.y`;
      },
    }));
    const most = await mostInOneTurn(
      () => reads,
      async () => {
        expect((await check({ regulationType: 'suppress', users })).users).toHaveLength(10_000);
      },
    );
    expect(most).toBeLessThanOrEqual(1_000); // 250 users, each read a few times
    // A comparison of all pairs needs 5,000 reads per user.
    expect(reads).toBeLessThan(10 * users.length);
  });
});
