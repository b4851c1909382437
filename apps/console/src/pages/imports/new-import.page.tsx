import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { useImports } from '../../api/imports.js';
import {
  TypeField,
  useRegulationFields,
  WhereAndWhyFields,
} from '../../features/regulations/regulation-fields.js';
import { TYPE_MEANINGS } from '../../features/regulations/regulation-words.js';
import {
  Button,
  ButtonLink,
  Card,
  Checkbox,
  ConfirmDialog,
  CurlButton,
  cx,
  ErrorState,
  PageHeader,
  shared,
  Stack,
} from '../../ui/index.js';
import { FileChoice } from './file-choice.js';
import { columnsParameter, isComplete, type ChosenFile } from './file-columns.js';
import styles from './imports.module.css';
import { beginUpload, SUSPICIOUS_WARNING } from './uploads.js';

export default function NewImportPage() {
  const navigate = useNavigate();
  const imports = useImports();
  const fields = useRegulationFields();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [takesSuspicious, setTakesSuspicious] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { type, deletes } = fields;
  const format = chosen?.head.format ?? 'csv';
  const { regulationType, ...others } = fields.asked;
  const query = new URLSearchParams([
    ['regulationType', regulationType],
    ...(chosen === undefined ? [] : parametersOf(chosen)),
    ...(takesSuspicious ? [['suspicious', 'accept']] : []),
    ...Object.entries(others).map(([name, value]) => [name, value.toString()]),
  ]);
  const start = async (dryRun: boolean) => {
    if (chosen === undefined) return;
    const id = await imports.begin(() => beginUpload({ file: chosen.file, format, query }, dryRun));
    await navigate({ to: '/imports/$id', params: { id } });
  };
  const check = useMutation({ mutationFn: () => start(true) });
  const isReady =
    chosen !== undefined && isComplete(chosen) && (!deletes || fields.destinationIds.length > 0);

  return (
    <>
      <PageHeader
        title="New import"
        crumbs={[{ label: 'Imports', to: '/imports' }]}
        description="A regulation for each row of a file."
      />
      <form
        className={cx(shared.form, styles.form)}
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
            <TypeField fields={fields} />
            <WhereAndWhyFields fields={fields} details={detailsOf(check.error)} />
            <Checkbox
              label="Take ids that look like a mistake"
              hint="Such as null, #N/A or 9.0E+15, which no system issues. Rows with them are refused otherwise."
              checked={takesSuspicious}
              onChange={setTakesSuspicious}
            />
          </Stack>
        </Card>
        {check.isError && <ErrorState compact error={check.error} />}
        <div className={shared.row}>
          <CurlButton
            withLabel
            request={{
              method: 'POST',
              path: `/v2/imports?${query.toString()}`,
              headers: { 'Content-Type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' },
            }}
          />
          <span className={shared.room} />
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
