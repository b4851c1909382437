import { LetheError } from '@lethe/contracts';
import { isRepeatable, isUnreachable, refusalCode, toLetheError } from './database-error.js';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('errors of the database', () => {
  it.each(['ECONNREFUSED', '57P01', '57P03', '08006', '53300', '55000', '57014'])(
    'treats %s as an outage',
    (code) => {
      expect(isUnreachable(coded(code))).toBe(true);
    },
  );

  it.each(['23505', '42P01', '22P02'])('does not treat %s as an outage', (code) => {
    const error = coded(code);
    expect(isUnreachable(error)).toBe(false);
    expect(toLetheError(error)).toBe(error);
  });

  it.each([
    '28P01',
    '28000',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
  ])('treats %s as refused access, which callers see as unavailable', (code) => {
    const error = coded(code);
    expect(isUnreachable(error)).toBe(false);
    expect(refusalCode({ driverError: error })).toBe(code);
    expect(toLetheError(error)).toMatchObject({ code: 'unavailable', cause: error });
  });

  it('recognises a server without TLS', () => {
    const error = new Error('The server does not support SSL connections');
    expect(refusalCode(error)).toBe('TLS_NOT_SUPPORTED');
    expect(refusalCode(new Error('something else'))).toBeUndefined();
  });

  it('finds the cause inside the wrappers of TypeORM and Node', () => {
    expect(isUnreachable({ driverError: coded('57P01') })).toBe(true);
    expect(isUnreachable(new AggregateError([coded('ECONNREFUSED')]))).toBe(true);
  });

  it('converts an outage to an error for callers, and keeps the cause for the log', () => {
    const cause = coded('ECONNRESET');
    const error = toLetheError(cause, 'outcome_unknown');
    expect(error).toBeInstanceOf(LetheError);
    expect(error).toMatchObject({ code: 'outcome_unknown', cause });
  });

  it('treats deadlocks and serialization failures as repeatable', () => {
    expect(isRepeatable({ driverError: coded('40P01') })).toBe(true);
    expect(isRepeatable(coded('40001'))).toBe(true);
    expect(isRepeatable(coded('23505'))).toBe(false);
  });
});
