/**
 * Postgres' advisory locks that Lethe takes; one database has one set of them. Numbers are never
 * changed: two versions that run side by side must mean the same lock.
 */
export const ADVISORY_LOCKS = {
  /** Migrators, of whatever schema, take turns. */
  migration: 0x1e74e,
  /** Whoever gives numbers to changes of suppressions. */
  numbering: 0x1e74f,
  /** The relay that publishes; the others stand by. */
  relay: 0x1e750,
  /** Whoever applies a workspace file. */
  workspaceFile: 0x1e751,
  /** Whoever mends what a restore of the database lost. */
  restore: 0x1e752,
  /** Whoever notes how regulations stand whose deletions have ended. */
  settling: 0x1e753,
  /** Whoever forgets personal data of deletions. */
  forgetting: 0x1e754,
  /** First of two numbers; the second is of the claim: whoever carries one claim of deletions out. */
  claim: 0x1e755,
  /** Whoever gives the apps' roles their rights. */
  grants: 0x1e756,
} as const;
