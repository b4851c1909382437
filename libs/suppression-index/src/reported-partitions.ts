/**
 * Tracks which partitions have reported since the reading of a topic began. An unreachable broker
 * ends the reading of all partitions. So reports of only some partitions do not mean that the whole
 * topic can be read.
 */
export class ReportedPartitions {
  private missing: Set<number> | undefined;

  /** Whether each partition has reported since `begin`. False before `begin` and after `end`. */
  get areAll(): boolean {
    return this.missing?.size === 0;
  }

  /** @param partitions all partitions of the topic */
  begin(partitions: readonly number[]): void {
    this.missing = new Set(partitions);
  }

  note(partition: number): void {
    this.missing?.delete(partition);
  }

  end(): void {
    this.missing = undefined;
  }
}
