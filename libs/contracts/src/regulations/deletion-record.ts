/** Evidence of a deletion for privacy teams. It contains no identifier and no secret. */
export interface DeletionRecord {
  /**
   * A text that Lethe defines, such as `UNLINK by key`, and never a text of a destination. At most
   * 200 characters.
   */
  readonly method: string;
  /**
   * Whole numbers, for example `{ "keys": 2 }`. Lethe or the configuration defines the member
   * names.
   */
  readonly counts?: Readonly<Record<string, number>>;
  /**
   * Facts for the reader, for example that old versions still contain the data. At most 20 notes of
   * 500 characters.
   */
  readonly notes?: readonly string[];
}
