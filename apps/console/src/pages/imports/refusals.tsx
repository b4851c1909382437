import { delimiterOfRefusals, readCsvText } from '@lethe/contracts/user-files';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { imports, type Import } from '../../api/imports.js';
import { formatNumber } from '../../lib/format-time.js';
import { Button, Card, ErrorState, Loading, Table, shared } from '../../ui/index.js';
import styles from './imports.module.css';

const SHOWN = 20;

/** Why rows were refused: the first ones here, all of them as a file. Their fields are in the file only. */
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
      title={`${formatNumber(refused)} refused`}
      actions={
        <Button size="s" icon={Download} pending={save.isPending} onClick={() => save.mutate()}>
          Download as CSV
        </Button>
      }
    >
      {save.isError && <ErrorState compact error={save.error} />}
      {first.data === undefined ? (
        <Loading query={first} compact lines={4} />
      ) : (
        <div className={styles.part}>
          <Table
            label="Refused rows"
            rows={first.data}
            rowKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
            columns={[
              { label: 'Line', align: 'end', cell: ({ line }) => line },
              { label: 'Column', cell: ({ column }) => column },
              { label: 'Reason', cell: ({ reason }) => reason },
            ]}
          />
          <p className={shared.quiet}>
            {refused > first.data.length && `The first ${first.data.length}. `}
            The file has their fields, too: correct them there and import that file. Keep all of its
            columns, the last one too.
          </p>
        </div>
      )}
    </Card>
  );
}

/** Gives a file to the browser as a download. The API takes the session with a header only, which a link does not send. */
function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
