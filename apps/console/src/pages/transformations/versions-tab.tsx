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

type Version = Schemas['CodeVersionDto'];

export function VersionsTab({
  transformation,
  version,
  onVersion,
  isUnsaved,
  connected,
}: {
  readonly transformation: Transformation;
  /** The one that is compared with the present one. */
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
      label: 'Version',
      cell: ({ number, current }) => (
        <span className={shared.row}>
          v{number} {current && <Badge tone="success">Present</Badge>}
        </span>
      ),
    },
    { label: 'Saved', cell: ({ createdAt }) => <Time value={createdAt} /> },
    { label: 'By', wideOnly: true, cell: ({ createdBy }) => createdBy ?? 'Workspace file' },
    actionsColumn(
      ({ number, current }) =>
        !current && (
          <Button
            size="s"
            variant="ghost"
            icon={GitCompare}
            aria-label={`Compare version ${number} with the present one`}
            aria-pressed={number === version}
            onClick={() => onVersion(number)}
          >
            Compare
          </Button>
        ),
    ),
  ];
  return (
    <Stack>
      <Table
        label="Versions"
        columns={columns}
        rows={data.versions}
        rowKey={({ number }) => String(number)}
      />
      {data.versions.length === 1 && (
        <p className={shared.quiet}>
          Each code that you save is a version. The newest hundred are kept.
        </p>
      )}
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
          title={`Restore version ${restoring}?`}
          consequence={
            <>
              Its code becomes version {transformation.version + 1}
              {connected.length > 0 &&
                `, and runs for ${connected.map(({ name }) => name).join(', ')} within 5 seconds`}
              . Version {transformation.version} stays in the list.
              {isUnsaved && ' What you have not saved stays in the editor.'}
            </>
          }
          confirmLabel={`Restore v${restoring}`}
          onConfirm={async () => {
            await transformations.restore(id, restoring);
            toast.success(`Version ${restoring} restored`);
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
      title={`v${number} → v${version}, the present one`}
      actions={
        <span className={shared.row}>
          <Switch label="Side by side" checked={isSplit} onChange={setSplit} />
          <CurlButton request={{ path: `/transformations/${id}/versions/${number}` }} />
          {onRestore && (
            <Button size="s" icon={RotateCcw} onClick={onRestore}>
              Restore v{number}
            </Button>
          )}
        </span>
      }
    >
      {data !== undefined ? (
        data.code === code ? (
          <p className={shared.quiet}>Both are the same.</p>
        ) : (
          <Diff
            label={`Version ${number} and the present one`}
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
