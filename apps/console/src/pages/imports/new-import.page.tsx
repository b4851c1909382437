import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { Import } from '../../api/imports.js';
import { allDestinationsQuery, allSourcesQuery } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import { columnsParameter } from './file-columns.js';
import {
  Button,
  ButtonLink,
  Card,
  Checkbox,
  ConfirmDialog,
  CurlButton,
  ErrorState,
  MultiCombobox,
  PageHeader,
  RadioGroup,
  Stack,
  TextField,
} from '../../ui/index.js';
import { scopeOf, TYPE_MEANINGS, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { REGULATION_TYPES } from '../regulations/regulations.search.js';
import { FileChoice, isComplete, type ChosenFile } from './file-choice.js';
import { SUSPICIOUS_WARNING } from './import-words.js';
import styles from './imports.module.css';
import { beginUpload } from './uploads.js';

export default function NewImportPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const [type, setType] = useState<Import['regulationType']>(
    may('regulations:suppress') ? 'suppress' : 'delete',
  );
  const [chosen, setChosen] = useState<ChosenFile>();
  const [takesSuspicious, setTakesSuspicious] = useState(false);
  const [sourceIds, setSourceIds] = useState<string[]>([]);
  const [destinationIds, setDestinationIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [isAsking, setAsking] = useState(false);
  const mayReadCatalog = may('catalog:read');
  const destinations = useQuery({ ...allDestinationsQuery, enabled: mayReadCatalog });
  const sources = useQuery({ ...allSourcesQuery, enabled: mayReadCatalog });
  const deletes = type !== 'suppress';
  const format = chosen?.head.format ?? 'csv';
  const parameters: [string, string][] = [['regulationType', type]];
  if (chosen !== undefined) parameters.push(...parametersOf(chosen));
  if (takesSuspicious) parameters.push(['suspicious', 'accept']);
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
  const isReady =
    chosen !== undefined && isComplete(chosen) && (!deletes || destinationIds.length > 0);
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
          <FileChoice chosen={chosen} onChange={setChosen} />
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
            <Checkbox
              label="Take ids that look like a mistake"
              hint="Such as null, #N/A or 9.0E+15, which no system issues. Rows with them are refused otherwise."
              checked={takesSuspicious}
              onChange={setTakesSuspicious}
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
          <Button disabled={!isReady} onClick={() => setAsking(true)}>
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
        consequence={`Each row that is right makes a regulation as soon as it is read. The others are refused, and listed with the reason. ${takesSuspicious ? `${SUSPICIOUS_WARNING} ` : ''}${TYPE_MEANINGS[type]}`}
        confirmLabel={deletes ? 'Import, and delete' : 'Import'}
        danger={deletes}
        onConfirm={() => start(false)}
      />
    </>
  );
}

/** How the file is read. Users stand in the file only: an address in a URL ends in logs. */
function parametersOf({ head, columns }: ChosenFile): [string, string][] {
  const { format, delimiter, header, isRefusedNdjson, namesDelimiter } = head;
  const parameters: [string, string][] = [];
  if (!isRefusedNdjson) parameters.push(['columns', columnsParameter(columns, format)]);
  if (format === 'csv' && header !== undefined) parameters.push(['header', header]);
  if (format === 'csv' && delimiter !== ',' && !namesDelimiter) {
    parameters.push(['delimiter', delimiter === '\t' ? 'tab' : delimiter]);
  }
  return parameters;
}
