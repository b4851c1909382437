import { checkReport } from './check-own-worker.js';

it('names refused users by their ids as they were given', () => {
  const refused = ['Jane\u00a0Doe', ' a\tb '].map((userId) => ({ userId, reason: 'not ours' }));
  const report = { leaseToken: 'none', status: 'complete', refused };
  expect(checkReport(report).refused).toEqual(refused);
});
