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
import { termPage } from '../../lib/guides.js';
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
import { TEXTS } from './texts.js';
import { beginUpload } from './uploads.js';

const { newImportPage: texts } = TEXTS;

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
    ...Object.entries(others).map(([name, value]) => [
      name === 'receivedAt' ? 'received_at' : name,
      value.toString(),
    ]),
  ]);
  const start = async (dryRun: boolean) => {
    if (chosen === undefined) return;
    const id = await imports.begin(() => beginUpload({ file: chosen.file, format, query }, dryRun));
    await navigate({ to: '/imports/$id', params: { id } });
  };
  const check = useMutation({ mutationFn: () => start(true) });
  const isReady = chosen !== undefined && isComplete(chosen) && fields.isComplete;

  return (
    <>
      <PageHeader
        title={texts.title}
        guide={termPage('import')}
        crumbs={[{ label: texts.imports, to: '/imports' }]}
        description={texts.description}
      />
      <form
        className={cx(shared.form, styles.form)}
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Card title={texts.file}>
          <FileChoice chosen={chosen} onChange={setChosen} />
        </Card>
        <Card title={texts.regulations}>
          <Stack>
            <TypeField fields={fields} />
            <WhereAndWhyFields fields={fields} details={detailsOf(check.error)} />
            <Checkbox
              label={texts.suspicious}
              hint={texts.suspiciousHint}
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
          <ButtonLink to="/imports">{texts.cancel}</ButtonLink>
          <Button disabled={!isReady} onClick={() => setAsking(true)}>
            {texts.import}
          </Button>
          <Button type="submit" variant="primary" pending={check.isPending} disabled={!isReady}>
            {texts.check}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.question}
        consequence={[
          texts.effect,
          ...(takesSuspicious ? [TEXTS.suspiciousToo] : []),
          TYPE_MEANINGS[type],
        ].join(' ')}
        confirmLabel={deletes ? texts.confirmDelete : texts.confirm}
        danger={deletes}
        onConfirm={() => start(false)}
      />
    </>
  );
}

/**
 * Returns the parameters with which the import reads the file. They contain no data of users,
 * because URLs are logged.
 */
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
