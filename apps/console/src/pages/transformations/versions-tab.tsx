import { useQuery } from '@tanstack/react-query';
import { GitCompare, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import {
  actionsColumn,
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  CurlButton,
  Diff,
  Loading,
  Stack,
  Switch,
  Table,
  Time,
  toast,
  shared,
} from '../../ui/index.js';
import {
  useTransformations,
  type Transformation,
  versionQuery,
  versionsQuery,
} from '../../api/transformations.js';
import type { Destination } from '../../api/catalog.js';
import { TEXTS } from './texts.js';

const { versionsTab: texts } = TEXTS;

type Version = Schemas['CodeVersionDto'];

export function VersionsTab({
  transformation,
  version,
  onVersion,
  isUnsaved,
  connected,
}: {
  readonly transformation: Transformation;
  /** Version to compare with the current version. */
  readonly version: number | undefined;
  readonly onVersion: (version: number) => void;
  readonly isUnsaved: boolean;
  readonly connected: readonly Destination[];
}) {
  const { id } = transformation;
  const may = useMay();
  const transformations = useTransformations();
  const [restoring, setRestoring] = useState<number>();
  const query = useQuery(versionsQuery(id));
  const { data } = query;
  if (data === undefined) {
    return <Loading query={query} lines={6} />;
  }
  const columns: readonly Column<Version>[] = [
    {
      label: texts.version,
      cell: ({ number, current }) => (
        <span className={shared.row}>
          {TEXTS.version(number)} {current && <Badge tone="success">{texts.current}</Badge>}
        </span>
      ),
    },
    { label: texts.saved, cell: ({ createdAt }) => <Time value={createdAt} /> },
    {
      ...{ label: texts.savedBy, wideOnly: true },
      cell: ({ createdBy }) => createdBy ?? texts.workspaceFile,
    },
    actionsColumn(
      ({ number, current }) =>
        !current && (
          <Button
            size="s"
            variant="ghost"
            icon={GitCompare}
            aria-label={texts.compareVersion(number)}
            aria-pressed={number === version}
            onClick={() => onVersion(number)}
          >
            {texts.compare}
          </Button>
        ),
    ),
  ];
  return (
    <Stack>
      <Table
        label={texts.label}
        columns={columns}
        rows={data.versions}
        rowKey={({ number }) => String(number)}
      />
      {data.versions.length === 1 && <p className={shared.quiet}>{texts.whatTheyAre}</p>}
      {version !== undefined && version !== transformation.version && (
        <Comparison
          transformation={transformation}
          number={version}
          onRestore={may('catalog:write') ? () => setRestoring(version) : undefined}
        />
      )}
      {restoring !== undefined && (
        <ConfirmDialog
          open
          onOpenChange={() => setRestoring(undefined)}
          title={texts.question(restoring)}
          consequence={[
            texts.newVersion(transformation.version + 1, restoring),
            ...(connected.length > 0
              ? [texts.runsSoon(connected.map(({ name }) => name).join(', '))]
              : []),
            texts.stays(transformation.version),
            ...(isUnsaved ? [texts.unsavedStays] : []),
          ].join(' ')}
          confirmLabel={texts.restore(restoring)}
          onConfirm={async () => {
            await transformations.restore(id, restoring);
            toast.success(texts.restored(restoring));
          }}
        />
      )}
    </Stack>
  );
}

function Comparison({
  transformation: { id, code, version },
  number,
  onRestore,
}: {
  readonly transformation: Transformation;
  readonly number: number;
  readonly onRestore: (() => void) | undefined;
}) {
  const [isSplit, setSplit] = useState(false);
  const query = useQuery(versionQuery(id, number));
  const { data } = query;
  return (
    <Card
      title={texts.comparison(number, version)}
      actions={
        <span className={shared.row}>
          <Switch label={texts.sideBySide} checked={isSplit} onChange={setSplit} />
          <CurlButton request={{ path: `/transformations/${id}/versions/${number}` }} />
          {onRestore && (
            <Button size="s" icon={RotateCcw} onClick={onRestore}>
              {texts.restore(number)}
            </Button>
          )}
        </span>
      }
    >
      {data !== undefined ? (
        data.code === code ? (
          <p className={shared.quiet}>{texts.same}</p>
        ) : (
          <Diff
            label={texts.comparisonLabel(number)}
            language="javascript"
            before={data.code}
            after={code}
            split={isSplit}
          />
        )
      ) : (
        <Loading query={query} compact lines={6} />
      )}
    </Card>
  );
}
