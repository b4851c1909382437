/** How a deletion was carried out, as a privacy team may have to show it. No identifier, no secret. */
export interface DeletionRecord {
  /** In a few words of our own, e.g. `UNLINK by key`; nothing that a destination said. At most 200 characters. */
  readonly method: string;
  /** What was counted, e.g. `{ "keys": 2 }`; whole numbers. The names are ours, or of the configuration. */
  readonly counts?: Readonly<Record<string, number>>;
  /** What the reader must know, e.g. that old versions still hold the data. At most 20 of 500 characters. */
  readonly notes?: readonly string[];
}
