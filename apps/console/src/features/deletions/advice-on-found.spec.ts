import type { Deletion } from '../../api/regulations.js';
import { adviceOnFound } from './advice-on-found.js';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 10, minute)).toISOString();
const found = { status: 'found', dueAt: at(1), checkedAt: at(1), found: 2 } as const;

describe('the advice on data that was found again', () => {
  it.each<[string, Partial<Deletion>, ReturnType<typeof adviceOnFound>]>([
    ['is absent without data', { verification: { ...found, status: 'absent' } }, undefined],
    [
      'is to act, if no new deletion was ordered',
      { verification: found, finishedAt: at(0) },
      'act',
    ],
    ['is to wait for the new deletion', { verification: found, status: 'failed' }, 'wait'],
    ['is to verify after the new deletion', { verification: found, finishedAt: at(2) }, 'verify'],
    [
      'is to act, if data was found after the new deletion',
      { verification: { ...found, checkedAt: at(3) }, finishedAt: at(2) },
      'act',
    ],
    [
      'is to act, if the new deletion failed permanently',
      { verification: found, status: 'aborted', finishedAt: at(2) },
      'act',
    ],
  ])('%s', (_name, deletion, advice) => {
    expect(adviceOnFound({ status: 'complete', ...deletion })).toBe(advice);
  });
});
