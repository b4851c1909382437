import { Boxes, Pause, Plus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../src/api/api-error.js';
import {
  Badge,
  Button,
  Card,
  Checkbox,
  CodeEditor,
  Combobox,
  ConfirmDialog,
  Copyable,
  CurlButton,
  DatedTime,
  Dialog,
  Diff,
  EmptyState,
  ErrorState,
  Facts,
  IconButton,
  JsonView,
  KeyboardHint,
  Menu,
  MultiCombobox,
  PageHeader,
  RadioGroup,
  Select,
  Skeleton,
  Stack,
  StatusBadge,
  Switch,
  Table,
  Tabs,
  TextField,
  Time,
  Timeline,
  toast,
  Toolbar,
  VirtualTable,
} from '../src/ui/index.js';

const OPTIONS = ['Webhook', 'Amplitude', 'Braze', 'Mixpanel', 'Salesforce'].map((label) => ({
  value: label.toUpperCase(),
  label,
}));
const ROWS = Array.from({ length: 20_000 }, (_, n) => ({ id: `row-${n}`, name: `Row ${n + 1}` }));
const CODE = `export function transformEvent(event) {
  // The mistake is at its line.
  event.context = undefinedName;
  return event;
}
`;
const WRONG = [{ line: 3, message: 'undefinedName is not defined' }] as const;
const EVENT = {
  type: 'track',
  event: 'Order',
  properties: { total: 12.5, items: ['a', 'b'], paid: true },
};
const BEFORE = JSON.stringify(EVENT, null, 2);
const AFTER = BEFORE.replace('12.5', '13').replace('"track"', '"order"');
const NO_HOST = new ApiError('The host cannot be found.', 400, 'invalid_request', 'req-4711', {
  'config.url': 'must be a URL',
  name: 'is taken',
});

/**
 * Shows every component of the kit at /console/kit, for developers and tests. No other page links
 * to this page.
 */
export default function KitPage() {
  const [tab, setTab] = useState<'one' | 'two'>('one');
  const [text, setText] = useState('');
  const [one, setOne] = useState('WEBHOOK');
  const [found, setFound] = useState<string | null>(null);
  const [several, setSeveral] = useState(['BRAZE']);
  const [on, setOn] = useState(true);
  const [open, setOpen] = useState<'dialog' | 'confirm'>();
  const [code, setCode] = useState(CODE);
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader
        title="Kit"
        description="Every part that pages are made of."
        crumbs={[{ label: 'Overview', to: '/' }]}
        badge={<StatusBadge status="active" />}
        actions={
          <>
            <CurlButton request={{ path: '/v2/tests', body: { name: "it's" } }} />
            <Button variant="primary" icon={Plus}>
              Primary
            </Button>
          </>
        }
      />
      <Stack>
        <Card title="Buttons, badges, menus">
          <Toolbar label="Buttons">
            <Button>Secondary</Button>
            <Button variant="ghost">Ghost</Button>
            <Button variant="danger" icon={Trash2}>
              Danger
            </Button>
            <Button pending>Pending</Button>
            <Button disabled>Disabled</Button>
            <Button size="s">Small</Button>
            <IconButton icon={RotateCw} label="Retry" />
            <Menu
              trigger={<Button>Menu</Button>}
              groups={[
                { items: [{ label: 'Pause', icon: Pause, onSelect: close }] },
                {
                  items: [{ label: 'Delete', icon: Trash2, danger: true, onSelect: close }],
                },
              ]}
            />
            <Button onClick={() => setOpen('dialog')}>Dialog</Button>
            <Button onClick={() => setOpen('confirm')}>Confirm</Button>
            <Button onClick={() => toast.success('It is done', 'And this is what.')}>Toast</Button>
            <Button onClick={() => toast.error('It failed', NO_HOST)}>Toast of an error</Button>
          </Toolbar>
          <Toolbar label="Badges">
            {['active', 'deleting', 'partially_deleted', 'deletion_failed', 'canceled'].map(
              (state) => (
                <StatusBadge key={state} status={state} />
              ),
            )}
            <Badge tone="info">12</Badge>
            <KeyboardHint keys={['mod', 'k']} />
            <Time value="2026-11-21T08:00:00.000Z" />
            <DatedTime value="2026-11-21T08:00:00.000Z" />
          </Toolbar>
        </Card>
        <Card title="Fields">
          <Stack>
            <TextField
              label="Name"
              value={text}
              onChange={setText}
              hint="A hint."
              required={false}
            />
            <TextField label="Wrong" value="x" onChange={setText} error="must be a URL" mono />
            <TextField rows={4} label="Text" value={text} onChange={setText} />
            <Select label="Select" value={one} onChange={setOne} options={OPTIONS} />
            <Combobox label="Combobox" value={found} onChange={setFound} options={OPTIONS} />
            <MultiCombobox
              label="Several"
              value={several}
              onChange={setSeveral}
              options={OPTIONS}
            />
            <Checkbox label="Checkbox" checked={on} onChange={setOn} hint="What it does." />
            <Switch label="Switch" checked={on} onChange={setOn} />
            <RadioGroup
              label="Radio"
              value={one}
              onChange={setOne}
              options={OPTIONS.slice(0, 2).map((option) => ({ ...option, hint: 'A sentence.' }))}
            />
          </Stack>
        </Card>
        <Card title="Code">
          <Stack>
            <CodeEditor
              label="Code"
              language="javascript"
              value={code}
              onChange={setCode}
              diagnostics={WRONG}
              height="180px"
            />
            <Diff label="Unified" before={BEFORE} after={AFTER} language="json" />
            <Diff label="Split" before={BEFORE} after={AFTER} language="json" split />
            <JsonView label="Event" value={EVENT} />
          </Stack>
        </Card>
        <Card title="Tables and lists">
          <Tabs
            label="Kinds"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'one', label: 'Virtual', count: ROWS.length },
              { value: 'two', label: 'Plain' },
            ]}
          >
            {tab === 'one' ? (
              <VirtualTable
                label="Many rows"
                rows={ROWS}
                rowKey={({ id }) => id}
                columns={[
                  { label: 'Name', cell: ({ name }) => name },
                  { label: 'Id', cell: ({ id }) => <Copyable text={id} label="Copy the id" /> },
                ]}
                summary="20,000 rows"
              />
            ) : (
              <Table
                label="Few rows"
                rows={ROWS.slice(0, 3)}
                rowKey={({ id }) => id}
                columns={[
                  { label: 'Name', cell: ({ name }) => name },
                  { label: 'Id', cell: ({ id }) => id, align: 'end' },
                ]}
              />
            )}
          </Tabs>
          <Timeline
            label="Timeline"
            entries={[
              { key: '1', title: 'Created', time: '2026-11-21T08:00:00.000Z', tone: 'info' },
              {
                ...{ key: '2', title: 'Webhook', time: '2026-11-21T08:01:00.000Z', tone: 'danger' },
                children: 'The host cannot be found.',
              },
              { key: '3', title: 'Done', isAhead: true },
            ]}
          />
          <Facts
            facts={[
              ['Id', <Copyable key="id" text="0192f0c1-7c3e" label="Copy the id" />],
              ['Reason', 'GDPR article 17'],
            ]}
          />
        </Card>
        <Card title="States">
          <Stack>
            <EmptyState icon={Boxes} title="Nothing yet" action={<Button>First step</Button>}>
              What this is for, and what to do first.
            </EmptyState>
            <ErrorState error={NO_HOST} onRetry={close} />
            <Skeleton />
          </Stack>
        </Card>
      </Stack>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="A dialog"
        description="One sentence."
        footer={<Button onClick={close}>Done</Button>}
      >
        <TextField label="Field" value={text} onChange={setText} />
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete it?"
        consequence="It is gone, for good."
        confirmLabel="Delete"
        danger
        onConfirm={() => Promise.reject(NO_HOST)}
      />
    </>
  );
}
