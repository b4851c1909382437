import { suppressions } from '@lethe/api/suppressions';
import type { RequestLimits } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { takeQuery } from '../src/operations/take-request.js';

const readFeedQuery = (url: string) =>
  takeQuery(
    suppressions.operations.ofWorkspace,
    { url } as FastifyRequest,
    {} as RequestLimits, // none of them is for a query
  );

describe('the query of a poll', () => {
  it('has a default size', () => {
    expect(readFeedQuery('/x')).toEqual({ limit: 5000 });
    expect(readFeedQuery('/x?pageSize=')).toEqual({ limit: 5000 });
  });

  it.each([1, 50, 100, 5000, 10_000])('takes pages of %i', (limit) => {
    expect(readFeedQuery(`/x?pageSize=${limit}`)).toEqual({ limit });
  });

  it.each(['0', '-1', '10001', '1.5', 'many', '1e3', '99999999999999999999', '5&pageSize=6'])(
    'refuses pages of %s by name',
    (size) => {
      expect(() => readFeedQuery(`/x?pageSize=${size}`)).toThrow('pageSize');
    },
  );

  it('takes any token, as it was sent', () => {
    expect(readFeedQuery('/x?pageToken=eyJhIjoxfQ%3D%3D&pageSize=1')).toEqual({
      limit: 1,
      token: 'eyJhIjoxfQ==',
    });
    expect(readFeedQuery('/x?pageToken=')).toEqual({ limit: 5000 });
    expect(readFeedQuery('/x?pageToken=a&pageToken=b')).toMatchObject({ token: 'b' });
  });

  it.each(['%', '%FF', '%00', '%E0%A4', '\ud800'])('minds no token like %s', (token) => {
    expect(readFeedQuery(`/x?pageToken=${token}&pageSize=2`)).toMatchObject({ limit: 2 });
  });

  it('minds no parameter that it does not know', () => {
    expect(readFeedQuery('/x?region=EU')).toEqual({ limit: 5000 });
  });
});
