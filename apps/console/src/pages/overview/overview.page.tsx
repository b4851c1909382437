import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check, CircleAlert, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay, useMe } from '../../api/session.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Badge,
  ButtonLink,
  Card,
  Loading,
  Mono,
  PageHeader,
  Stack,
  StatusBadge,
  Time,
} from '../../ui/index.js';
import type { DeletionsSearch } from '../deletions/deletions.search.js';
import { TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import styles from './overview.module.css';
import {
  catalogOverviewQuery,
  regulationsOverviewQuery,
  type Overview,
} from './overview.queries.js';

export default function OverviewPage() {
  const me = useMe();
  const may = useMay();
  const regulations = useQuery(regulationsOverviewQuery(me.scopes));
  const catalog = useQuery(catalogOverviewQuery(me.scopes));
  const data = regulations.data && catalog.data && { ...regulations.data, ...catalog.data };
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          may('regulations:suppress') && (
            <ButtonLink to="/regulations/new" variant="primary" icon={Plus}>
              New regulation
            </ButtonLink>
          )
        }
      />
      {data === undefined ? (
        <Loading query={regulations.data ? catalog : regulations} lines={6} height={24} />
      ) : (
        <Stack>
          <Attention overview={data} />
          <ul className={styles.figures}>
            <Figure label="Deletions open" value={data.deletions?.open} />
            <Figure label="Deletions complete" value={data.deletions?.complete} />
            <Figure label="Sources" value={data.sources} />
            <Figure label="Destinations" value={data.destinations} />
            <Figure label="Data planes" value={data.dataPlanes} />
          </ul>
          <div className={styles.columns}>
            <Newest overview={data} />
            <FirstSteps overview={data} />
          </div>
        </Stack>
      )}
    </>
  );
}

/** What somebody should look at; nothing when all is well. */
function Attention({ overview: { deletions } }: { readonly overview: Overview }) {
  if (deletions === undefined) return null;
  const { overdue, needsAttention, held, paused } = deletions;
  const lines: readonly (readonly [number, string, 'danger' | 'warning', DeletionsSearch])[] = [
    [overdue, 'overdue', 'danger', { overdue: true }],
    [needsAttention, 'in need of attention', 'danger', { attention: true }],
    [held, 'on hold until an operator releases them', 'warning', { held: true }],
  ];
  const shown = lines.filter(([count]) => count > 0);
  if (shown.length === 0 && paused === 0) return null;
  return (
    <section aria-label="Needs attention" className={styles.attention}>
      <CircleAlert aria-hidden />
      <div>
        <h2>Needs attention</h2>
        <ul>
          {shown.map(([count, words, tone, search]) => (
            <li key={words}>
              <Badge tone={tone}>{formatNumber(count)}</Badge>{' '}
              <Link to="/deletions" search={search}>
                {count === 1 ? 'deletion' : 'deletions'} {words}
              </Link>
            </li>
          ))}
          {paused > 0 && (
            <li>
              <Badge tone="warning">{paused}</Badge>{' '}
              <Link to="/deletions">
                {paused === 1 ? 'destination' : 'destinations'} whose deletions are paused
              </Link>
            </li>
          )}
        </ul>
      </div>
    </section>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: number | undefined }) {
  if (value === undefined) return null;
  return (
    <li className={styles.figure}>
      <span>{label}</span>
      <strong>{formatNumber(value)}</strong>
    </li>
  );
}

function Newest({ overview: { newest } }: { readonly overview: Overview }) {
  if (newest === undefined) return null;
  return (
    <Card
      title="Newest regulations"
      actions={
        <ButtonLink to="/regulations" variant="ghost" size="s">
          All
          <ArrowRight aria-hidden />
        </ButtonLink>
      }
    >
      {newest.length === 0 ? (
        <p className={styles.quiet}>There is none yet.</p>
      ) : (
        <ul className={styles.newest}>
          {newest.map(({ id, regulationType, attributes, status, createdAt }) => (
            <li key={id}>
              <Link to="/regulations/$id" params={{ id }}>
                {TYPE_WORDS[regulationType]}
              </Link>
              <Mono>{attributes.userId}</Mono>
              <StatusBadge status={status} />
              <span className={styles.when}>
                <Time value={createdAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What to do with a workspace in which nothing is yet. Gone when all of it was done. */
function FirstSteps({ overview }: { readonly overview: Overview }) {
  const may = useMay();
  const steps: readonly (readonly [done: boolean, title: string, words: ReactNode])[] = [
    [
      (overview.newest?.length ?? 0) > 0,
      'Suppress a user',
      may('regulations:suppress') ? (
        <>
          Their events are dropped from then on. <Link to="/regulations/new">New regulation</Link>
        </>
      ) : (
        'Their events are dropped from then on. Your token may not.'
      ),
    ],
    [
      (overview.destinations ?? 0) > 0,
      'Have a destination',
      'Where users’ data went to, and can be deleted.',
    ],
    [
      (overview.dataPlanes ?? 0) > 0,
      'Connect a data plane',
      <>
        It polls who is suppressed, and drops their events.{' '}
        <Link to="/data-planes">Data planes</Link>
      </>,
    ],
  ];
  if (steps.every(([done]) => done)) return null;
  return (
    <Card title="First steps">
      <ol className={styles.steps}>
        {steps.map(([done, title, words]) => (
          <li key={title} data-done={done || undefined}>
            <span className={styles.mark}>{done && <Check aria-label="Done" />}</span>
            <div>
              <h3>{title}</h3>
              <p>{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
