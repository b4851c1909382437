export interface Part {
  /** Resolves when the part has ended, with a message for the user. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * The running processes. Reports a process that ends without a stop, and stops all processes
 * together.
 */
export class RunningParts {
  private readonly parts: Part[] = [];
  private stopping = false;

  /** @param onLoss called when a part ends without a stop */
  constructor(private readonly onLoss: (message: string) => void) {}

  add(part: Part): void {
    this.parts.push(part);
    void part.ended.then((message) => {
      if (!this.stopping) this.onLoss(message);
    });
  }

  /**
   * Stops the parts in reverse order, because a part can need the parts that were added before it.
   */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const part of this.parts.splice(0).reverse()) await part.stop();
  }
}
