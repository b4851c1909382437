import { Trash2 } from 'lucide-react';
import type { DataPlane, Token } from '../../api/access.js';
import { actionsColumn, IconButton, Time, type Column, shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { credentialColumns: texts } = TEXTS;

type Credential = Pick<Token, keyof Token & keyof DataPlane>;

/** Columns with the expiry and the creation of a credential. */
export const LIFETIME_COLUMNS: readonly Column<Credential>[] = [
  {
    ...{ label: texts.expires, wideOnly: true },
    cell: ({ expiresAt, revokedAt, revokedBy }) => {
      const end = revokedAt ?? expiresAt;
      return (
        <>
          {end === undefined ? (
            texts.never
          ) : (
            <Time value={end} mayBeAhead={revokedAt === undefined} />
          )}
          {revokedBy !== undefined && <span className={shared.sub}>{texts.by(revokedBy)}</span>}
        </>
      );
    },
  },
  {
    ...{ label: texts.created, wideOnly: true },
    cell: ({ createdAt, createdBy }) => (
      <>
        <Time value={createdAt} />
        <span className={shared.sub}>{texts.by(createdBy ?? texts.operator)}</span>
      </>
    ),
  },
];

/** Returns a column with a button that revokes an active credential. */
export function revokeColumn<Row extends Credential>(onRevoke: (row: Row) => void): Column<Row> {
  return actionsColumn(
    (row) =>
      row.state === 'active' && (
        <IconButton
          icon={Trash2}
          size="s"
          label={texts.revoke(row.name)}
          onClick={() => onRevoke(row)}
        />
      ),
  );
}
