import type { DeletionInput } from '@lethe/destinations';
import { createHash } from 'node:crypto';

/**
 * Counts of deleted data. They start with the counts of the previous attempt for the same users.
 * That attempt can have deleted data and ended without a report.
 */
export class CarriedCounts {
  private readonly of: string;
  private readonly counts: number[];

  /**
   * @param length number of counts
   * @param target settings that determine where the data is, such as host and database; if they or
   *   the users change, the counts start at 0
   */
  constructor(
    private readonly input: Pick<DeletionInput, 'progress' | 'saveProgress' | 'users'>,
    length: number,
    target: unknown,
  ) {
    const ids = input.users.map(({ identifiers }) => identifiers.userId).sort();
    this.of = createHash('sha256')
      .update(JSON.stringify([target, ids]))
      .digest('base64url');
    const saved = input.progress?.of === this.of ? input.progress.counts : undefined;
    this.counts = Array.from({ length }, (_, index) => {
      const count: unknown = Array.isArray(saved) ? saved[index] : 0;
      return typeof count === 'number' ? count : 0;
    });
  }

  /** Adds the counts of a committed deletion, and saves the totals for the next attempt. */
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
