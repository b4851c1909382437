/**
 * Of which partitions something was heard since the reading of a topic began anew. Each is led by some broker, and one
 * that can't be reached ends the reading of all: who has heard of the others only must not believe that it knows the end of all.
 */
export class HeardPartitions {
  private missing: Set<number> | undefined;

  /** Whether something was heard of each since `begin`; false before it and after `end`. */
  get areAll(): boolean {
    return this.missing?.size === 0;
  }

  /** @param partitions all that the topic has */
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
