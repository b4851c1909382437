import { delimiterOfRefusals, readCsvText } from '@lethe/contracts/user-files';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { imports, type Import } from '../../api/imports.js';
import { Button, Card, ErrorState, Loading, Table, shared } from '../../ui/index.js';
import styles from './imports.module.css';
import { TEXTS } from './texts.js';

const { refusals: texts } = TEXTS;

const SHOWN = 20;

/**
 * Shows the first refused rows with reasons, and a button that downloads all refused rows. Only the
 * downloaded file contains the fields of the rows.
 */
export function Refusals({ of: { id, refused } }: { readonly of: Import }) {
  const first = useQuery({
    queryKey: ['imports', 'refusals', id, Math.min(refused, SHOWN)],
    queryFn: async ({ signal }) => {
      const csv = await imports.firstRefusals(id, SHOWN, signal);
      return readCsvText(csv, delimiterOfRefusals(csv) ?? ',', SHOWN + 1)
        .slice(1)
        .map(({ fields: [line = '', column = '', reason = ''] }) => ({ line, column, reason }));
    },
    staleTime: Infinity,
  });
  const save = useMutation({
    mutationFn: async () => {
      saveFile(`${id}-refusals.csv`, await imports.refusals(id));
    },
    gcTime: 0,
  });
  return (
    <Card
      title={texts.title(refused)}
      actions={
        <Button size="s" icon={Download} pending={save.isPending} onClick={() => save.mutate()}>
          {texts.download}
        </Button>
      }
    >
      {save.isError && <ErrorState compact error={save.error} />}
      {first.data === undefined ? (
        <Loading query={first} compact lines={4} />
      ) : (
        <div className={styles.part}>
          <Table
            label={texts.label}
            rows={first.data}
            rowKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
            columns={[
              { label: texts.line, align: 'end', cell: ({ line }) => line },
              { label: texts.column, cell: ({ column }) => column },
              { label: texts.reason, cell: ({ reason }) => inWordsOfThePage(reason) },
            ]}
          />
          <p className={shared.quiet}>
            {refused > first.data.length && texts.onlyFirst(first.data.length)} {texts.howTo}
          </p>
        </div>
      )}
    </Card>
  );
}

/** Replaces the name of an API parameter in a reason by the name of the option on the page. */
function inWordsOfThePage(reason: string): string {
  return reason.replace('with suspicious=accept', texts.withSuspicious);
}

/**
 * Saves a downloaded file. A plain link cannot download it, because the API accepts the session
 * cookie only with a header (`CONSOLE_HEADER`).
 */
function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
