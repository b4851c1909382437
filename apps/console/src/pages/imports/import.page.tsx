import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ban, FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDestinationName, useSourceName } from '../../api/catalog.js';
import { importQuery, isUnderWay, useImports, type Import } from '../../api/imports.js';
import { useMay } from '../../api/session.js';
import { scopeOf, TYPE_MEANINGS, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { countOf } from '../../lib/count-of.js';
import { formatDuration } from '../../lib/format-duration.js';
import { formatNumber } from '../../lib/format-time.js';
import { serverNow } from '../../lib/server-clock.js';
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
import { beginUpload, resumeUpload, sendRest, SUSPICIOUS_WARNING, useUpload } from './uploads.js';

const route = getRouteApi('/imports/$id');

export default function ImportPage() {
  const { id } = route.useParams();
  const query = useQuery(importQuery(id));
  const { data } = query;
  return (
    <>
      <PageHeader
        title="Import"
        heading={data && `${TYPE_WORDS[data.regulationType]}${data.dryRun ? ', check only' : ''}`}
        crumbs={[{ label: 'Imports', to: '/imports' }]}
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
          Cancel import
        </Button>
      )}
      {canImport && (
        <Button variant="primary" icon={FileUp} onClick={() => setAsking('import')}>
          Import {countOf(of.accepted, 'row')}
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'cancel'}
        onOpenChange={close}
        title="Cancel this import?"
        consequence={`No further row is worked off. ${countOf(of.created, 'regulation')} made until now ${of.created === 1 ? 'stays' : 'stay'}: cancel them in the list of regulations where they should not be.`}
        confirmLabel="Cancel the import"
        dismissLabel="Go on"
        danger
        onConfirm={async () => {
          await imports.cancel(of.id);
          toast.success('Import canceled');
        }}
      />
      <ConfirmDialog
        open={asking === 'import'}
        onOpenChange={close}
        title={`Import ${countOf(of.accepted, 'row')}?`}
        consequence={`A regulation is made for each. ${upload?.query.get('suspicious') === 'accept' ? `${SUSPICIOUS_WARNING} ` : ''}${of.refused > 0 ? `${countOf(of.refused, 'row')} will be refused. ` : ''}${TYPE_MEANINGS[of.regulationType]}`}
        confirmLabel={of.regulationType === 'suppress' ? 'Import' : 'Import, and delete'}
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
    <Card title={isUploading ? 'Upload' : 'Rows'}>
      <Progress
        label={isUploading ? 'Uploaded' : 'Worked off'}
        value={isUploading ? sent : state === 'done' ? size : doneBytes}
        max={size}
      />
      <p className={state === 'failed' ? styles.failure : shared.quiet} role="status">
        {isUploading
          ? `${formatBytes(sent)} of ${formatBytes(size)} uploaded. Nothing is made before all of it is there.`
          : isUnderWay(of)
            ? `${formatBytes(Math.max(0, size - doneBytes))} to go.`
            : state === 'done'
              ? of.dryRun
                ? 'All rows are checked. Nothing was made.'
                : 'All rows are worked off.'
              : state === 'failed'
                ? (of.failure ?? 'It failed.')
                : 'What was made before the cancel stays.'}
        {left !== undefined && isUnderWay(of) && ` About ${formatDuration(left)} left.`}
      </p>
      {isUploading && upload?.isSending !== true && (
        <div className={styles.part}>
          {upload?.error !== undefined && <ErrorState compact error={upload.error} />}
          {other !== undefined && (
            <p role="alert">This is another file: it has {formatNumber(other)} bytes.</p>
          )}
          {upload === undefined ? (
            <FileDrop
              label={`The upload stopped. Choose the same file again${totalBytes === undefined ? '' : `, of ${formatNumber(totalBytes)} bytes`}, to go on from where it is.`}
              onFile={resume}
            />
          ) : (
            <div>
              <Button icon={FileUp} onClick={() => void sendRest(of.id)}>
                Go on with the upload
              </Button>
            </div>
          )}
        </div>
      )}
      <dl className={styles.figures}>
        {(
          [
            ['Rows read', of.rows],
            [of.dryRun ? 'Would be taken' : 'Taken', of.accepted],
            ['Regulations made', of.created],
            ['Refused', of.refused],
            ['Repeats', of.repeated],
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
  return (
    <Card title="What it is">
      <Facts
        facts={[
          ['Id', <Copyable key="id" text={of.id} label="Copy the id" />],
          ['Format', of.format === 'csv' ? 'CSV' : 'NDJSON'],
          ['Size', of.totalBytes === undefined ? undefined : formatBytes(of.totalBytes)],
          ['Sources', of.sourceIds?.map(sourceName).join(', ')],
          ['Destinations', of.destinationIds?.map(destinationName).join(', ')],
          ['Reason', of.reason],
          ['Created', <Time key="created" value={of.createdAt} />],
          ['Created by', of.createdBy],
          ['Uploaded', of.uploadedAt && <Time value={of.uploadedAt} />],
          ['Ended', of.endedAt && <Time value={of.endedAt} />],
          ['Canceled by', of.canceledBy],
        ]}
      />
    </Card>
  );
}

/** Milliseconds, for what is counted down. */
function useSecondly(isOn: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => setNow(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}

/** Less than this much of the work says nothing about its pace. */
const LEAST_SHARE = 0.01;

/**
 * Seconds that work will go on, when it goes on as fast as until now.
 *
 * @param share what is done, from 0 to 1
 */
function timeLeft(startedAt: number, share: number, now: number): number | undefined {
  if (share < LEAST_SHARE || now <= startedAt) return undefined;
  return ((now - startedAt) / 1000) * (1 / share - 1);
}
