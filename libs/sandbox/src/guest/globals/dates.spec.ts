import { answerDate } from './dates.js';

describe('answerDate', () => {
  it.each(['2024-01-02 GMT+2', 'Jan 2 2024 10:20 PM', '2 Jan', ''])(
    'reads %j like Node',
    (text) => {
      expect(answerDate(JSON.stringify(text))).toBe(Date.parse(text));
    },
  );

  it.each(['', '{', '5', 'null', '["2024"]', JSON.stringify('2024'.padEnd(10_000))])(
    'returns NaN for %.10s, which is not a date',
    (question) => {
      expect(answerDate(question)).toBeNaN();
    },
  );
});
