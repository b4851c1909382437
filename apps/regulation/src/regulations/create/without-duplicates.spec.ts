import { withoutDuplicates } from './without-duplicates.js';

describe('withoutDuplicates', () => {
  it('drops exact repetitions of a user, even if members have a different sequence', async () => {
    const { users } = await withoutDuplicates({
      regulationType: 'suppress',
      users: [
        { userId: 'u', a: { x: 1, y: [2] } },
        { a: { y: [2], x: 1 }, userId: 'u' },
        { userId: 'u', a: { x: 1, y: [3] } },
        { userId: 'v' },
        { userId: 'u' },
        { userId: 'v' },
      ],
    });
    expect(users).toEqual([
      { userId: 'u', a: { x: 1, y: [2] } },
      { userId: 'u', a: { x: 1, y: [3] } },
      { userId: 'v' },
      { userId: 'u' },
    ]);
  });

  it('drops repeated source ids, and keeps the sequence of the ids', async () => {
    const request = await withoutDuplicates({
      regulationType: 'suppress',
      sourceIds: ['b', 'a', 'b'],
      users: [{ userId: 'u' }],
    });
    expect(request.sourceIds).toEqual(['b', 'a']);
  });
});
