/** Counts requests that are worked on, up to a limit. */
export class InFlight {
  private count = 0;

  constructor(private readonly limit: number) {}

  /** Takes a place; false when all are taken. */
  enter(): boolean {
    if (this.count >= this.limit) return false;
    this.count += 1;
    return true;
  }

  leave(): void {
    this.count -= 1;
  }

  get current(): number {
    return this.count;
  }
}
