import type { ImportDto } from '@lethe/api/imports';
import { writeFile } from 'node:fs/promises';

import { delimiterOfRefusals, readCsvText } from '@lethe/contracts/user-files';
import type { ApiClient } from '../api/api-client.js';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { PROGRAM } from '../api/retry-budget.js';

/** Maximum number of refused rows that are printed without `--refusals`. */
const MOST_NAMED = 50;

/** Writes refused rows to a file, or prints the first rows. */
export async function showRefusedRows(
  context: CommandContext,
  api: ApiClient,
  { id }: ImportDto,
  file: string | undefined,
): Promise<void> {
  const path = `/v2/imports/${id}/refusals${file === undefined ? `?limit=${MOST_NAMED}` : ''}`;
  const csv = await api.send({ method: 'GET', path, retryBudget: PROGRAM }, 'text/csv');
  if (file !== undefined) {
    // With this mode, only the owner can read the file, because it contains identifiers of users.
    await writeFile(file, csv, { mode: 0o600 }).catch((error: unknown) => {
      const { code = 'unwritable' } = error as NodeJS.ErrnoException;
      throw new CommandFailure(
        `${file} cannot be written (${code}). Check the path and its permissions.`,
        { cause: error },
      );
    });
    context.note(`Refused rows are in ${file}.`);
    return;
  }
  const [, ...refused] = readCsvText(csv, delimiterOfRefusals(csv) ?? ',');
  const rows = refused.slice(0, MOST_NAMED).map(({ fields: [line, column = '', reason = ''] }) => ({
    line: Number(line),
    reason: column === '' ? reason : `${column}: ${reason}`,
  }));
  context.showEach(rows, () => rows.map(({ line, reason }) => `line ${line}: ${reason}`));
}
