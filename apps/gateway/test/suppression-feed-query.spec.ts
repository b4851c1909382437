import { suppressions } from '@lethe/api/suppressions';
import type { RequestLimits } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { takeQuery } from '../src/operations/take-request.js';

const readFeedQuery = (url: string) =>
  takeQuery(
    suppressions.operations.ofWorkspace,
    { url } as FastifyRequest,
    {} as RequestLimits, // no limit applies to this query
  );

describe('the query of a poll', () => {
  it('has a default page size of 5,000', () => {
    expect(readFeedQuery('/x')).toEqual({ limit: 5000 });
    expect(readFeedQuery('/x?pageSize=')).toEqual({ limit: 5000 });
  });

  it.each([1, 50, 100, 5000, 10_000])('accepts a page size of %i', (limit) => {
    expect(readFeedQuery(`/x?pageSize=${limit}`)).toEqual({ limit });
  });

  it.each(['0', '-1', '10001', '1.5', 'many', '1e3', '99999999999999999999', '5&pageSize=6'])(
    'refuses a page size of %s, with the name of the parameter',
    (size) => {
      expect(() => readFeedQuery(`/x?pageSize=${size}`)).toThrow('pageSize');
    },
  );

  it('accepts any page token, and does not change it', () => {
    expect(readFeedQuery('/x?pageToken=eyJhIjoxfQ%3D%3D&pageSize=1')).toEqual({
      limit: 1,
      token: 'eyJhIjoxfQ==',
    });
    expect(readFeedQuery('/x?pageToken=')).toEqual({ limit: 5000 });
    expect(readFeedQuery('/x?pageToken=a&pageToken=b')).toMatchObject({ token: 'b' });
  });

  it.each(['%', '%FF', '%00', '%E0%A4', '\ud800'])('accepts the broken page token %s', (token) => {
    expect(readFeedQuery(`/x?pageToken=${token}&pageSize=2`)).toMatchObject({ limit: 2 });
  });

  it('ignores unknown parameters', () => {
    expect(readFeedQuery('/x?region=EU')).toEqual({ limit: 5000 });
  });
});
