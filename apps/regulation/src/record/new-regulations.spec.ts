import { jest } from '@jest/globals';
import type { CommandContext } from '@lethe/contracts';
import { newRegulations } from './new-regulations.js';

const context = { workspaceId: 'ws_a', actor: 'token:tok_1' } as CommandContext;
const timeOf = (id = '') => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

describe('newRegulations', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each([
    ['goes forward', 1],
    ['goes back', -5],
  ])('gives no id a time before the creation time when the clock %s', async (_way, step) => {
    let clock = Date.now() + 3_600_000;
    jest.spyOn(Date, 'now').mockImplementation(() => (clock += step));
    const { createdAt, entries } = await newRegulations(context, {
      regulationType: 'suppress',
      users: [{ userId: 'u-1' }, { userId: 'u-2' }],
    });
    expect(Date.parse(createdAt)).toBeGreaterThan(Date.now() - 1_000);
    expect(entries).toHaveLength(2);
    for (const { id } of entries) expect(timeOf(id)).toBeGreaterThanOrEqual(Date.parse(createdAt));
  });
});
