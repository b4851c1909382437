import type { DeletionInput } from '@lethe/destinations';
import { createHash } from 'node:crypto';

/**
 * Counts that go on from the attempt before: it may have deleted some of the same users at the same place and ended
 * before it could report.
 */
export class CarriedCounts {
  private readonly of: string;
  private readonly counts: number[];

  /**
   * @param names how many counts there are
   * @param place what the deletion is about beside its users; other places have counts of their own
   */
  constructor(
    private readonly input: Pick<DeletionInput, 'progress' | 'saveProgress' | 'users'>,
    names: number,
    place: unknown,
  ) {
    const ids = input.users.map(({ identifiers }) => identifiers.userId).sort();
    this.of = createHash('sha256')
      .update(JSON.stringify([place, ids]))
      .digest('base64url');
    const saved = input.progress?.of === this.of ? input.progress.counts : undefined;
    this.counts = Array.from({ length: names }, (_, index) => {
      const count: unknown = Array.isArray(saved) ? saved[index] : 0;
      return typeof count === 'number' ? count : 0;
    });
  }

  /** Adds what is deleted for good, and keeps it for the next attempt. */
  add(counts: readonly number[]): void {
    counts.forEach((count, index) => {
      this.counts[index] = (this.counts[index] ?? 0) + count;
    });
    this.input.saveProgress({ of: this.of, counts: [...this.counts] });
  }

  get values(): readonly number[] {
    return this.counts;
  }
}
