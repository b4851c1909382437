import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { Import } from '../../api/imports.js';
import { allDestinationsQuery, allSourcesQuery } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import {
  columnsOf,
  columnsParameter,
  formatOf,
  guessChoices,
  guessDelimiter,
  type ColumnChoice,
  type Delimiter,
} from '../../lib/file-columns.js';
import { formatBytes } from '../../lib/format-bytes.js';
import {
  Button,
  ButtonLink,
  Card,
  ConfirmDialog,
  CurlButton,
  ErrorState,
  MultiCombobox,
  PageHeader,
  RadioGroup,
  Select,
  Stack,
  TextField,
} from '../../ui/index.js';
import { scopeOf, TYPE_MEANINGS, TYPE_WORDS } from '../regulations/regulation-words.js';
import { REGULATION_TYPES } from '../regulations/regulations.search.js';
import { ColumnChoices } from './column-choices.js';
import { FileDrop } from './file-drop.js';
import styles from './imports.module.css';
import { beginUpload } from './uploads.js';

/** Of a file, enough for the names of its columns. */
const HEAD_BYTES = 64 * 1024;

interface Chosen {
  readonly file: File;
  readonly head: string;
  readonly delimiter: Delimiter;
}

export default function NewImportPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const [type, setType] = useState<Import['regulationType']>(
    may('regulations:suppress') ? 'suppress' : 'delete',
  );
  const [chosen, setChosen] = useState<Chosen>();
  const [choices, setChoices] = useState<readonly ColumnChoice[]>([]);
  const [sourceIds, setSourceIds] = useState<string[]>([]);
  const [destinationIds, setDestinationIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [isAsking, setAsking] = useState(false);
  const mayReadCatalog = may('catalog:read');
  const destinations = useQuery({ ...allDestinationsQuery, enabled: mayReadCatalog });
  const sources = useQuery({ ...allSourcesQuery, enabled: mayReadCatalog });
  const deletes = type !== 'suppress';
  const format = chosen === undefined ? 'csv' : formatOf(chosen.file.name);

  const look = (next: Chosen) => {
    setChosen(next);
    setChoices(guessChoices(columnsOf(next.head, formatOf(next.file.name), next.delimiter)));
  };
  const choose = async (file: File) => {
    const head = await file.slice(0, HEAD_BYTES).text();
    look({ file, head, delimiter: guessDelimiter(head) });
  };
  const parameters: [string, string][] = [
    ['regulationType', type],
    ['columns', columnsParameter(choices)],
  ];
  if (format === 'csv' && chosen !== undefined && chosen.delimiter !== ',') {
    parameters.push(['delimiter', chosen.delimiter === '\t' ? 'tab' : chosen.delimiter]);
  }
  if (deletes) parameters.push(['destinationIds', destinationIds.join(',')]);
  else if (sourceIds.length > 0) parameters.push(['sourceIds', sourceIds.join(',')]);
  if (reason.trim() !== '') parameters.push(['reason', reason.trim()]);
  const query = new URLSearchParams(parameters);
  const start = async (dryRun: boolean) => {
    if (chosen === undefined) return;
    const id = await beginUpload({ file: chosen.file, format, query }, dryRun);
    await queries.invalidateQueries({ queryKey: ['imports'] });
    await navigate({ to: '/imports/$id', params: { id } });
  };
  const check = useMutation({ mutationFn: () => start(true) });
  const details = check.error instanceof ApiError ? check.error.details : {};
  const hasUserId = choices.some(({ identifier }) => identifier === 'userId');
  const isReady = chosen !== undefined && hasUserId && (!deletes || destinationIds.length > 0);
  const listOf = (all: readonly { id: string; name: string; type: string }[] | undefined) =>
    (all ?? []).map((one) => ({ value: one.id, label: one.name, hint: one.type }));

  return (
    <>
      <PageHeader
        title="New import"
        crumbs={[{ label: 'Imports', to: '/imports' }]}
        description="A regulation for each row of a file."
      />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Card title="File">
          <div className={styles.part}>
            {chosen !== undefined && (
              <div className={styles.file}>
                <span>
                  {chosen.file.name}, {formatBytes(chosen.file.size)}
                </span>
                {format === 'csv' && (
                  <Select
                    label="Between fields"
                    hideLabel
                    size="s"
                    value={chosen.delimiter}
                    onChange={(delimiter) => {
                      look({ ...chosen, delimiter });
                    }}
                    options={[
                      { value: ',', label: 'Commas' },
                      { value: ';', label: 'Semicolons' },
                      { value: '\t', label: 'Tabs' },
                      { value: '|', label: 'Bars' },
                    ]}
                  />
                )}
              </div>
            )}
            <FileDrop
              label={
                chosen === undefined
                  ? 'Drop a CSV or NDJSON file here, or choose one. UTF-8, up to 100 MB.'
                  : 'Choose another file'
              }
              onFile={(file) => void choose(file)}
            />
            {choices.length > 0 && <ColumnChoices choices={choices} onChange={setChoices} />}
            {chosen !== undefined && !hasUserId && (
              <p className={styles.quiet} role="status">
                Say which column is the user id. The first line of a CSV file names the columns.
              </p>
            )}
          </div>
        </Card>
        <Card title="Regulations">
          <Stack>
            <RadioGroup
              label="What happens"
              value={type}
              onChange={setType}
              options={REGULATION_TYPES.filter((one) => may(scopeOf(one))).map((value) => ({
                value,
                label: TYPE_WORDS[value],
                hint: TYPE_MEANINGS[value],
              }))}
            />
            {deletes ? (
              <MultiCombobox
                label="Destinations"
                placeholder="Where to delete"
                value={destinationIds}
                onChange={setDestinationIds}
                options={listOf(destinations.data)}
                error={details.destinationIds}
              />
            ) : (
              <MultiCombobox
                label="Sources"
                placeholder="All of the workspace"
                value={sourceIds}
                onChange={setSourceIds}
                options={listOf(sources.data)}
                error={details.sourceIds}
              />
            )}
            <TextField
              label="Reason"
              required={false}
              value={reason}
              onChange={setReason}
              maxLength={500}
              hint="Who reads it later knows why. No identifiers: it is kept when they are forgotten."
              error={details.reason}
            />
          </Stack>
        </Card>
        {check.isError && <ErrorState compact error={check.error} />}
        <div className={styles.actions}>
          <CurlButton
            withLabel
            request={{
              method: 'POST',
              path: `/v2/imports?${query.toString()}`,
              headers: { 'Content-Type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
            }}
          />
          <span className={styles.room} />
          <ButtonLink to="/imports">Cancel</ButtonLink>
          <Button
            disabled={!isReady}
            onClick={() => {
              setAsking(true);
            }}
          >
            Import
          </Button>
          <Button type="submit" variant="primary" pending={check.isPending} disabled={!isReady}>
            Check all rows first
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Import without a check?"
        consequence={`Rows are worked off as they are read: what is right makes a regulation, what is not is refused, and told. ${TYPE_MEANINGS[type]}`}
        confirmLabel={deletes ? 'Import, and delete' : 'Import'}
        danger={deletes}
        onConfirm={() => start(false)}
      />
    </>
  );
}
