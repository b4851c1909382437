import { Trash2 } from 'lucide-react';
import type { DataPlane, Token } from '../../api/access.js';
import { actionsColumn, IconButton, Time, type Column, shared } from '../../ui/index.js';

/** What tokens and data planes have in common. */
type Credential = Pick<Token, keyof Token & keyof DataPlane>;

/** When a credential ends or has ended and who ended it; who made it when. */
export const LIFETIME_COLUMNS: readonly Column<Credential>[] = [
  {
    ...{ label: 'Expires', wideOnly: true },
    cell: ({ expiresAt, revokedAt, revokedBy }) => {
      const end = revokedAt ?? expiresAt;
      return (
        <>
          {end === undefined ? 'Never' : <Time value={end} mayBeAhead={revokedAt === undefined} />}
          {revokedBy !== undefined && <span className={shared.sub}>by {revokedBy}</span>}
        </>
      );
    },
  },
  {
    ...{ label: 'Created', wideOnly: true },
    cell: ({ createdAt, createdBy }) => (
      <>
        <Time value={createdAt} />
        <span className={shared.sub}>by {createdBy ?? 'an operator'}</span>
      </>
    ),
  },
];

/** What is revoked already, or has expired, stays as it is. */
export function revokeColumn<Row extends Credential>(onRevoke: (row: Row) => void): Column<Row> {
  return actionsColumn(
    (row) =>
      row.state === 'active' && (
        <IconButton
          icon={Trash2}
          size="s"
          label={`Revoke ${row.name}`}
          onClick={() => onRevoke(row)}
        />
      ),
  );
}
