/**
 * Advisory locks of PostgreSQL that Lethe takes. Each database has its own locks. Never change a
 * number, because two versions that run at the same time must use the same locks.
 */
export const ADVISORY_LOCKS = {
  /** Migration of any schema. */
  migration: 0x1e74e,
  /** Numbering of suppression changes. */
  numbering: 0x1e74f,
  /**
   * Leadership of the relay. The instance that holds the lock publishes. All other instances are on
   * standby.
   */
  relay: 0x1e750,
  /** Application of a workspace file. */
  workspaceFile: 0x1e751,
  /** Repair of data that a restore of the database lost. */
  restore: 0x1e752,
  /** Status updates of regulations whose deletions have ended. */
  settling: 0x1e753,
  /** Purge of personal data of deletions. */
  forgetting: 0x1e754,
  /** Claim of deletion jobs. The lock has two numbers: this number and a hash of the claim id. */
  claim: 0x1e755,
  /** Grants for the roles of the apps. */
  grants: 0x1e756,
} as const;
