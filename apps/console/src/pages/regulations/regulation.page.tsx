import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ban, CalendarPlus, RotateCcw, UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useDestinationName, useSourceName } from '../../api/catalog.js';
import { identifiersQuery, regulationQuery, type Regulation } from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { isUndone } from '../../features/deletions/deletion-facts.js';
import { useNow } from '../../lib/use-now.js';
import { useCommands } from '../../lib/commands.js';
import { notDeletedFact } from '../../features/regulations/not-deleted.js';
import { passedUser } from '../../features/users/passed-user.js';
import {
  Button,
  Card,
  Copyable,
  DatedTime,
  Facts,
  Loading,
  PageHeader,
  Stack,
  StatusBadge,
  Tabs,
  toast,
  shared,
} from '../../ui/index.js';
import { CancelDialog } from './cancel-dialog.js';
import { ExtensionDialog } from './extension-dialog.js';
import { Identifier } from './identifier.js';
import { RegulationHistory } from './regulation-history.js';
import { RegulationLine } from './regulation-line.js';
import { RegulationTimeline } from './regulation-timeline.js';
import { scopeOf, TYPE_MEANINGS, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { RetryDialog } from './retry-dialog.js';
import { TEXTS } from './texts.js';
import { VerificationCard } from './verification-card.js';

const route = getRouteApi('/regulations/$id');
const { regulationPage: texts } = TEXTS;

export default function RegulationPage() {
  const { id } = route.useParams();
  const query = useQuery(regulationQuery(id));
  const { data } = query;
  return (
    <>
      <PageHeader
        title={texts.title}
        heading={data && TYPE_WORDS[data.regulationType]}
        description={data?.canceled === false ? TYPE_MEANINGS[data.regulationType] : undefined}
        crumbs={[{ label: texts.regulations, to: '/regulations' }]}
        badge={data && <StatusBadge status={data.status} explained />}
        request={{ path: `/v2/regulations/${encodeURIComponent(id)}` }}
        actions={data && <Actions regulation={data} />}
      />
      {data === undefined ? (
        <Loading query={query} lines={6} />
      ) : (
        <Stack>
          <Card>
            <RegulationLine regulation={data} />
          </Card>
          <VerificationCard regulation={data} />
          <Happened regulation={data} />
          <WhatItIs regulation={data} />
        </Stack>
      )}
    </>
  );
}

function Actions({ regulation }: { readonly regulation: Regulation }) {
  const may = useMay();
  const navigate = route.useNavigate();
  const [asking, setAsking] = useState<'cancel' | 'extend' | 'retry'>();
  const { id, canceled, regulationType, deletions = [], law, extension, dueAt } = regulation;
  const now = useNow();
  const queries = useQueryClient();
  const mayCancel = !canceled && may(scopeOf(regulationType));
  const mayRetry =
    !canceled && may('regulations:delete') && deletions.some(({ status }) => status === 'aborted');
  const mayExtend =
    !canceled &&
    may('regulations:delete') &&
    law !== undefined &&
    extension === undefined &&
    dueAt !== undefined &&
    Date.parse(dueAt) > now &&
    deletions.some(isUndone);
  const lookUp = () => {
    queries.query(identifiersQuery(id)).then(
      ({ userId }) => {
        passedUser.set(String(userId));
        void navigate({ to: '/users' });
      },
      (error: unknown) => toast.error(texts.userNotShown, error),
    );
  };
  const close = () => setAsking(undefined);
  const offered = [
    {
      ...{ id: 'regulation:person', label: texts.findUser, button: texts.findUser },
      ...{ icon: UserSearch, isOffered: true, run: lookUp },
    },
    {
      ...{ id: 'regulation:cancel', label: texts.cancelThis, button: texts.cancel },
      ...{ icon: Ban, isOffered: mayCancel, run: () => setAsking('cancel') },
    },
    {
      ...{ id: 'regulation:extend', label: texts.extendThis, button: texts.extend },
      ...{ icon: CalendarPlus, isOffered: mayExtend, run: () => setAsking('extend') },
    },
    {
      ...{ id: 'regulation:retry', label: texts.retryDeletion, button: texts.retry },
      ...{ icon: RotateCcw, isOffered: mayRetry, run: () => setAsking('retry') },
    },
  ].filter(({ isOffered }) => isOffered);
  useCommands(offered.map((action) => ({ ...action, group: 'This page' })));
  return (
    <>
      {offered.map(({ id: key, button, icon, run }) => (
        <Button
          key={key}
          icon={icon}
          variant={key === 'regulation:retry' ? 'primary' : 'secondary'}
          onClick={run}
        >
          {button}
        </Button>
      ))}
      <CancelDialog {...{ regulation }} open={asking === 'cancel'} onOpenChange={close} />
      {dueAt !== undefined && (
        <ExtensionDialog
          {...{ regulation, dueAt }}
          open={asking === 'extend'}
          onOpenChange={close}
        />
      )}
      <RetryDialog {...{ regulation }} open={asking === 'retry'} onOpenChange={close} />
    </>
  );
}

function Happened({ regulation }: { readonly regulation: Regulation }) {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Card title={texts.history}>
      <Tabs
        label={texts.history}
        tabs={[
          { value: 'timeline', label: texts.timeline },
          { value: 'history', label: texts.fullHistory },
        ]}
        value={view ?? 'timeline'}
        onChange={(next) =>
          void navigate({ search: next === 'history' ? { view: next } : {}, replace: true })
        }
      >
        {view === 'history' ? (
          <RegulationHistory regulation={regulation} />
        ) : (
          <RegulationTimeline regulation={regulation} />
        )}
      </Tabs>
    </Card>
  );
}

function WhatItIs({ regulation }: { readonly regulation: Regulation }) {
  const sourceName = useSourceName();
  const destinationName = useDestinationName();
  const { id, attributes, sourceIds, destinationIds, extension } = regulation;
  return (
    <Card title={texts.details}>
      <Facts
        facts={[
          [texts.id, <Copyable key="id" text={id} label={texts.copyId} />],
          ...Object.entries(attributes).map(
            ([name, value]) =>
              [
                NAMES[name] ?? name,
                <Identifier key={name} regulationId={id} name={name} masked={value} />,
              ] as const,
          ),
          [
            texts.suppressionKey,
            regulation.suppressionKey !== undefined && (
              <Identifier
                key="key"
                regulationId={id}
                name="suppressionKey"
                masked={regulation.suppressionKey}
              />
            ),
          ],
          [
            texts.sources,
            regulation.regulationType === 'delete'
              ? undefined
              : (sourceIds?.map(sourceName).join(', ') ?? texts.allSources),
          ],
          [texts.destinations, destinationIds?.map(destinationName).join(', ')],
          notDeletedFact({ of: regulation }),
          [texts.receivedAt, regulation.receivedAt && <DatedTime value={regulation.receivedAt} />],
          [texts.law, regulation.law && texts.laws[regulation.law]],
          [
            texts.deadline,
            !regulation.canceled && regulation.dueAt && (
              <DatedTime value={regulation.dueAt} mayBeAhead />
            ),
          ],
          [
            texts.extension,
            extension && (
              <>
                {texts.extendedBy(extension.reason, extension.createdBy)}{' '}
                <DatedTime value={extension.previousDueAt} isShort />
              </>
            ),
          ],
          [texts.createdBy, regulation.createdBy],
          [
            texts.reason,
            regulation.reason && <span className={shared.said}>{regulation.reason}</span>,
          ],
          [texts.canceledBy, regulation.canceledBy],
          [texts.cancelReason, regulation.cancelReason],
        ]}
      />
    </Card>
  );
}

const NAMES: Readonly<Record<string, string>> = texts.identifiers;
