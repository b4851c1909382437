/** One part of the cluster. */
export interface Part {
  /** Resolves when the part has ended, with how it ended, for the person at the terminal. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/** The parts that run: watched together, and ended together. */
export class RunningParts {
  private readonly parts: Part[] = [];
  private stopping = false;

  /** @param onLoss called when a part ends that nobody stopped */
  constructor(private readonly onLoss: (message: string) => void) {}

  add(part: Part): void {
    this.parts.push(part);
    void part.ended.then((message) => {
      if (!this.stopping) this.onLoss(message);
    });
  }

  /** Ends them, last first: each may need those that were there before it. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const part of this.parts.splice(0).reverse()) await part.stop();
  }
}
