import type { Law } from '@lethe/contracts';
import { dueAtOf, extendedDueAtOf } from './due-at.js';

const SETTINGS = { deletionDeadlineDays: 30 };
const at = (day: string) => `${day}T23:59:59.999Z`;

describe('the deadline of a deletion', () => {
  it.each<[law: Law | undefined, received: string, due: string, extended: string | undefined]>([
    ['gdpr', '2023-01-28', '2023-02-28', '2023-04-28'],
    ['gdpr', '2023-01-29', '2023-02-28', '2023-04-29'],
    ['gdpr', '2023-01-30', '2023-02-28', '2023-04-30'],
    ['gdpr', '2023-01-31', '2023-02-28', '2023-04-30'],
    ['gdpr', '2024-01-28', '2024-02-28', '2024-04-28'],
    ['gdpr', '2024-01-29', '2024-02-29', '2024-04-29'],
    ['gdpr', '2024-01-30', '2024-02-29', '2024-04-30'],
    ['gdpr', '2024-01-31', '2024-02-29', '2024-04-30'],
    ['gdpr', '2024-02-29', '2024-03-29', '2024-05-29'],
    ['gdpr', '2025-11-30', '2025-12-30', '2026-02-28'],
    ['gdpr', '2025-12-31', '2026-01-31', '2026-03-31'],
    ['ccpa', '2024-01-31', '2024-03-16', '2024-04-30'],
    ['ccpa', '2023-12-31', '2024-02-14', '2024-03-30'],
    [undefined, '2024-01-31', '2024-03-01', undefined],
    [undefined, '2023-01-31', '2023-03-02', undefined],
  ])('by law %s, received on %s, is %s; extended %s', (law, received, due, extended) => {
    expect(dueAtOf({ receivedAt: at(received), law }, SETTINGS)).toBe(at(due));
    if (law === undefined || extended === undefined) return;
    expect(extendedDueAtOf({ receivedAt: at(received), law })).toBe(at(extended));
  });

  it('counts months in UTC, whatever the zone of the server', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'Pacific/Kiritimati'; // 14 hours ahead of UTC
    try {
      expect(dueAtOf({ receivedAt: at('2024-01-30'), law: 'gdpr' }, SETTINGS)).toBe(
        at('2024-02-29'),
      );
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
