import pg from 'pg';
import { postgresProblem } from './postgres-problem.js';

const answered = (code: string) =>
  Object.assign(new pg.DatabaseError('value of a row', 14, 'error'), { code });
const outcomeOf = (error: unknown, table?: string) => postgresProblem(error, table)?.outcome;

describe('postgresProblem', () => {
  it.each([
    ...['28000', '28P01', '42501'].map((code) => [code, 'aborted', 'credentials'] as const),
    ...['3D000', '42P01', '42703', '3F000'].map(
      (code) => [code, 'aborted', 'configuration'] as const,
    ),
    ...['23503', '23514', '23502', '23001', 'P0001'].map(
      (code) => [code, 'refused', undefined] as const,
    ),
    ...['25006', '57014', '53100', 'XX000'].map((code) => [code, 'failed', undefined] as const),
    ...['55P03', '40P01', '40001'].map((code) => [code, 'delayed', 'conflict'] as const),
    ...['53300', '57P01', '57P02', '57P03', '57P05', '08006', '08P01'].map(
      (code) => [code, 'delayed', 'outage'] as const,
    ),
  ])('maps SQLSTATE %s to %s (%s)', (code, status, cause) => {
    const outcome = outcomeOf(answered(code), 'public.events');
    expect(outcome).toMatchObject({ status, ...(cause === undefined ? {} : { cause }) });
    expect(JSON.stringify(outcome)).not.toContain('value of a row');
  });

  it('names the table in the reason for a permission, foreign key, lock or unknown error', () => {
    for (const code of ['42501', '23503', '55P03', 'XX000']) {
      expect(outcomeOf(answered(code), 'public.events')).toMatchObject({
        reason: expect.stringContaining('on public.events') as string,
      });
    }
  });

  it.each([
    ['The server does not support SSL connections', 'aborted'],
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'aborted'],
    ['SASL: Only mechanism(s) SCRAM-SHA-256 are supported', 'failed'],
    ['Connection terminated unexpectedly', 'delayed'],
    ['timeout expired', 'delayed'],
    ['Query read timeout', 'delayed'],
    ['There was an error establishing an SSL connection', 'failed'],
  ])('maps the error of `pg` "%s" to %s', (message, status) => {
    expect(outcomeOf(new Error(message))).toMatchObject({ status });
  });

  it('returns undefined for network errors and defects', () => {
    for (const error of [
      Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
      new TypeError('a is not a function'),
    ]) {
      expect(outcomeOf(error)).toBeUndefined();
    }
  });
});
