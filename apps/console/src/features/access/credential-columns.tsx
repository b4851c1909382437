import { Time, type Column } from '../../ui/index.js';
import styles from '../../pages/tokens/tokens.module.css';

/** What tokens and data planes have in common. */
interface Credential {
  readonly createdAt: string;
  readonly createdBy?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly revokedAt?: string | undefined;
  readonly revokedBy?: string | undefined;
}

/** When a credential ends or has ended and who ended it; who made it when. */
export const LIFETIME_COLUMNS: readonly Column<Credential>[] = [
  {
    ...{ label: 'Expires', wideOnly: true },
    cell: ({ expiresAt, revokedAt, revokedBy }) => {
      const end = revokedAt ?? expiresAt;
      return (
        <>
          {end === undefined ? 'Never' : <Time value={end} mayBeAhead={revokedAt === undefined} />}
          {revokedBy !== undefined && <span className={styles.sub}>by {revokedBy}</span>}
        </>
      );
    },
  },
  {
    ...{ label: 'Created', wideOnly: true },
    cell: ({ createdAt, createdBy }) => (
      <>
        <Time value={createdAt} />
        <span className={styles.sub}>by {createdBy ?? 'an operator'}</span>
      </>
    ),
  },
];
