import { DetailsCollector, MAX_DETAILS } from './details.js';
import { ERROR_TABLE, type ErrorCode } from './error-table.js';
import { LetheError } from './lethe-error.js';

describe('LetheError', () => {
  it.each(Object.keys(ERROR_TABLE) as ErrorCode[])(
    'does not change an error with the code %s that is sent between services',
    (code) => {
      const sent = new LetheError(code, {
        details: { 'users[0]': 'wrong' },
        cause: new Error('inner'),
      });
      const received = LetheError.fromBody(JSON.parse(JSON.stringify(sent.toBody())));
      expect(received).toMatchObject({
        code,
        message: sent.message,
        details: sent.details,
        status: ERROR_TABLE[code].status,
      });
    },
  );

  it.each([null, 'text', {}, { code: 'made_up' }, { code: 'toString' }, { code: '__proto__' }])(
    'converts the unknown error %j to an internal error',
    (body) => {
      expect(LetheError.fromBody(body).code).toBe('internal');
    },
  );
});

describe('DetailsCollector', () => {
  it('throws nothing if there are no problems', () => {
    expect(() => {
      new DetailsCollector().throwIfAny();
    }).not.toThrow();
  });

  it('lists at most 50 paths, and counts the further paths', () => {
    const problems = new DetailsCollector();
    for (let index = 0; index < MAX_DETAILS + 10; index += 1)
      problems.add(`users[${index}]`, 'is wrong');
    expect(problems.isFull).toBe(true);
    expect(Object.keys(problems.toDetails())).toHaveLength(MAX_DETAILS);
    expect(() => {
      problems.throwIfAny();
    }).toThrow('users[0]: is wrong (and 59 more, see details)');
  });

  it('keeps the first problem of a path', () => {
    const problems = new DetailsCollector();
    problems.add('a', 'first');
    problems.add('a', 'second');
    expect(problems.toDetails()).toEqual({ a: 'first' });
  });
});
