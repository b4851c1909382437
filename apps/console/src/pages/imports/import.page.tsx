import { areAllDestinations } from '@lethe/contracts/all-destinations';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ban, FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDestinationName, useSourceName } from '../../api/catalog.js';
import { importQuery, isUnderWay, useImports, type Import } from '../../api/imports.js';
import { useMay } from '../../api/session.js';
import { notDeletedFact } from '../../features/regulations/not-deleted.js';
import { scopeOf, TYPE_MEANINGS, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { formatDuration } from '../../lib/format-duration.js';
import { formatNumber } from '../../lib/format-time.js';
import { serverNow } from '../../lib/server-clock.js';
import { termPage } from '../../lib/guides.js';
import {
  Button,
  Card,
  ConfirmDialog,
  Copyable,
  ErrorState,
  Facts,
  Loading,
  PageHeader,
  Progress,
  shared,
  Stack,
  Time,
  toast,
} from '../../ui/index.js';
import { FileDrop } from './file-drop.js';
import { formatBytes } from './format-bytes.js';
import { ImportBadge } from './import-badge.js';
import styles from './imports.module.css';
import { Refusals } from './refusals.js';
import { TEXTS } from './texts.js';
import { beginUpload, resumeUpload, sendRest, useUpload } from './uploads.js';

const route = getRouteApi('/imports/$id');
const { importPage: texts } = TEXTS;

export default function ImportPage() {
  const { id } = route.useParams();
  const query = useQuery(importQuery(id));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={texts.title}
        guide={termPage('import')}
        heading={data && headingOf(data)}
        crumbs={[{ label: texts.imports, to: '/imports' }]}
        badge={data && <ImportBadge of={data} />}
        request={{ path: `/v2/imports/${encodeURIComponent(id)}` }}
        actions={data && <Actions of={data} />}
      />
      {data === undefined ? (
        <Loading query={query} lines={6} />
      ) : (
        <Stack>
          <HowFar of={data} />
          {data.refused > 0 && <Refusals of={data} />}
          <WhatItIs of={data} />
        </Stack>
      )}
    </>
  );
}

function headingOf({ regulationType, dryRun }: Import): string {
  const type = TYPE_WORDS[regulationType];
  return dryRun ? texts.checkOnly(type) : type;
}

function Actions({ of }: { readonly of: Import }) {
  const may = useMay();
  const imports = useImports();
  const navigate = route.useNavigate();
  const upload = useUpload(of.id);
  const [asking, setAsking] = useState<'cancel' | 'import'>();
  if (!may(scopeOf(of.regulationType))) return null;
  const close = () => setAsking(undefined);
  const canImport =
    of.dryRun && of.state === 'done' && upload !== undefined && upload.query.size > 0;
  return (
    <>
      {isUnderWay(of) && (
        <Button icon={Ban} onClick={() => setAsking('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {canImport && (
        <Button variant="primary" icon={FileUp} onClick={() => setAsking('import')}>
          {texts.import(of.accepted)}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'cancel'}
        onOpenChange={close}
        title={texts.cancelDialog.question}
        consequence={texts.cancelDialog.consequence(of.created)}
        confirmLabel={texts.cancelDialog.confirm}
        dismissLabel={texts.cancelDialog.dismiss}
        danger
        onConfirm={async () => {
          await imports.cancel(of.id);
          toast.success(texts.cancelDialog.done);
        }}
      />
      <ConfirmDialog
        open={asking === 'import'}
        onOpenChange={close}
        title={texts.importDialog.question(of.accepted)}
        consequence={[
          texts.importDialog.effect,
          ...(upload?.query.get('suspicious') === 'accept' ? [TEXTS.suspiciousToo] : []),
          ...(of.refused > 0 ? [texts.importDialog.refused(of.refused)] : []),
          TYPE_MEANINGS[of.regulationType],
        ].join(' ')}
        confirmLabel={
          of.regulationType === 'suppress'
            ? texts.importDialog.confirm
            : texts.importDialog.confirmDelete
        }
        danger={of.regulationType !== 'suppress'}
        onConfirm={async () => {
          if (upload === undefined) return;
          const id = await imports.begin(() => beginUpload(upload, false));
          await navigate({ to: '/imports/$id', params: { id } });
        }}
      />
    </>
  );
}

function HowFar({ of }: { readonly of: Import }) {
  const upload = useUpload(of.id);
  const now = useSecondly(isUnderWay(of));
  const [other, setOther] = useState<number>();
  const { state, receivedBytes, totalBytes, doneBytes } = of;
  const sent = Math.max(receivedBytes, upload?.sent ?? 0);
  const isUploading = state === 'uploading';
  const size = totalBytes ?? Math.max(receivedBytes, 1);
  const begun = Date.parse((isUploading ? undefined : of.uploadedAt) ?? of.createdAt);
  const left = timeLeft(begun, (isUploading ? sent : doneBytes) / size, now);
  const resume = (file: File) => {
    if (totalBytes !== undefined && file.size !== totalBytes) {
      setOther(file.size);
      return;
    }
    setOther(undefined);
    resumeUpload(of, file);
  };
  return (
    <Card title={isUploading ? texts.upload : texts.rows}>
      <Progress
        label={isUploading ? texts.uploaded : texts.processed}
        value={isUploading ? sent : state === 'done' ? size : doneBytes}
        max={size}
      />
      <p className={state === 'failed' ? styles.failure : shared.quiet} role="status">
        {isUploading
          ? texts.isUploading(formatBytes(sent), formatBytes(size))
          : isUnderWay(of)
            ? texts.toProcess(formatBytes(Math.max(0, size - doneBytes)))
            : state === 'done'
              ? of.dryRun
                ? texts.checked
                : texts.allProcessed
              : state === 'failed'
                ? (of.failure ?? texts.failed)
                : texts.canceled}
        {left !== undefined && isUnderWay(of) && texts.timeLeft(formatDuration(left))}
      </p>
      {isUploading && upload?.isSending !== true && (
        <div className={styles.part}>
          {upload?.error !== undefined && <ErrorState compact error={upload.error} />}
          {other !== undefined && <p role="alert">{texts.otherFile(formatNumber(other))}</p>}
          {upload === undefined ? (
            <FileDrop
              label={
                totalBytes === undefined
                  ? texts.chooseAgain
                  : texts.chooseAgainOf(formatNumber(totalBytes))
              }
              onFile={resume}
            />
          ) : (
            <div>
              <Button icon={FileUp} onClick={() => void sendRest(of.id)}>
                {texts.continueUpload}
              </Button>
            </div>
          )}
        </div>
      )}
      <dl className={styles.figures}>
        {(
          [
            [texts.figures.read, of.rows],
            [of.dryRun ? texts.figures.wouldBeImported : texts.figures.imported, of.accepted],
            [texts.figures.created, of.created],
            [texts.figures.refused, of.refused],
            [texts.figures.repeated, of.repeated],
          ] as const
        ).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function WhatItIs({ of }: { readonly of: Import }) {
  const sourceName = useSourceName();
  const destinationName = useDestinationName();
  const { details } = texts;
  return (
    <Card title={details.title}>
      <Facts
        facts={[
          [details.id, <Copyable key="id" text={of.id} label={details.copyId} />],
          [details.format, details.formats[of.format]],
          [details.size, of.totalBytes === undefined ? undefined : formatBytes(of.totalBytes)],
          [details.sources, of.sourceIds?.map(sourceName).join(', ')],
          [
            details.destinations,
            areAllDestinations(of.destinationIds)
              ? details.allDestinations
              : of.destinationIds?.map(destinationName).join(', '),
          ],
          notDeletedFact({ of }),
          [details.reason, of.reason],
          [details.created, <Time key="created" value={of.createdAt} />],
          [details.createdBy, of.createdBy],
          [details.uploaded, of.uploadedAt && <Time value={of.uploadedAt} />],
          [details.ended, of.endedAt && <Time value={of.endedAt} />],
          [details.canceledBy, of.canceledBy],
        ]}
      />
    </Card>
  );
}

/** Returns the server time in milliseconds. Updates it every second while `isOn` is true. */
function useSecondly(isOn: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}

/** Minimum completed share, from 0 to 1, before the page shows the remaining time. */
const LEAST_SHARE = 0.01;

/**
 * Returns the remaining seconds at the average speed until now.
 *
 * @param share completed share, from 0 to 1
 */
function timeLeft(startedAt: number, share: number, now: number): number | undefined {
  if (share < LEAST_SHARE || now <= startedAt) return undefined;
  return ((now - startedAt) / 1000) * (1 / share - 1);
}
