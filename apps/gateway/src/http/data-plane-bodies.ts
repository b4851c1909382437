import { FairSlots } from '@lethe/resilience';

/** One workspace's data planes have one in so many of the places for small bodies at once. */
const PART_OF_OWNER = 4;

/**
 * Room for the bodies of data planes, apart from that of callers with a token, and nobody is refused: who comes when it is taken
 * waits. Small bodies have one half of it, so that none waits for a large one; stock data planes send small ones.
 */
export class DataPlaneBodies {
  private readonly small: FairSlots;
  private readonly large: FairSlots;

  /**
   * @param pieces of all bodies at once
   * @param largest pieces of the largest body
   */
  constructor(pieces: number, largest: number) {
    const half = Math.max(1, Math.floor(pieces / 2));
    const perOwner = Math.max(1, Math.floor(half / PART_OF_OWNER));
    const large = Math.max(1, Math.floor(half / largest));
    const maxWaiting = Infinity; // each has a place among the data planes
    this.small = new FairSlots({ slots: half, perOwner, maxWaiting });
    this.large = new FairSlots({ slots: large, perOwner: 1, maxWaiting });
  }

  /**
   * Waits until there is room.
   *
   * @param owner whose data plane it is
   * @returns gives the room back
   * @throws the signal's reason
   */
  async enter(owner: string, pieces: number, signal: AbortSignal): Promise<() => void> {
    const places = pieces === 1 ? this.small : this.large;
    await places.enter(owner, signal);
    return () => {
      places.leave(owner);
    };
  }
}
