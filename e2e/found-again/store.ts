/** A store in which the test puts data of users, and at which the system deletes and verifies it. */
export interface Store {
  /** Type of the destination. */
  readonly type: string;
  /** Configuration of the destination. */
  readonly config: object;
  /**
   * Stores data of a user. The form of the data depends on the round.
   *
   * @param round from 0
   */
  fill(userId: string, round: number): Promise<void>;
  /** Stores one row, key or record of a user, in one of the places that `fill` uses. */
  putBack(userId: string, round: number): Promise<void>;
  /** Returns the number of rows, keys or records of a user. */
  count(userId: string): Promise<number>;
  /**
   * Returns what other programs wrote to the store during some work, each write as a text.
   *
   * @throws Error if the store cannot know that
   */
  writesDuring(work: () => Promise<void>): Promise<string[]>;
  stop(): Promise<void>;
}
