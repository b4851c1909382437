import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check, CircleAlert, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, dataOf } from '../../api/client.js';
import { queuesQuery, type Queue } from '../../api/deletions.js';
import { newestRegulationsQuery, type ListedRegulation } from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { CONDITIONS, jobsIn, openJobs } from '../../features/deletions/queue-health.js';
import { TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { formatNumber } from '../../lib/format-time.js';
import { termPage } from '../../lib/guides.js';
import {
  Badge,
  ButtonLink,
  Card,
  Loading,
  missingOf,
  Mono,
  PageHeader,
  shared,
  Stack,
  StatusBadge,
  Time,
} from '../../ui/index.js';
import styles from './overview.module.css';
import { TEXTS } from './texts.js';

/**
 * Numbers of sources, destinations and active data planes. The first page of each list contains the
 * total.
 */
const catalogSizesQuery = queryOptions({
  queryKey: ['catalog-sizes'],
  queryFn: async ({ signal }) => {
    const [sources, destinations, dataPlanes] = await Promise.all([
      dataOf(api.GET('/v2/sources', { signal })),
      dataOf(api.GET('/v2/destinations', { signal })),
      dataOf(api.GET('/v2/data-planes', { params: { query: { state: 'active' } }, signal })),
    ]);
    return {
      sources: sources.paging.total,
      destinations: destinations.paging.total,
      dataPlanes: dataPlanes.paging.total,
    };
  },
});

export default function OverviewPage() {
  const may = useMay();
  const enabled = may('regulations:read');
  const newest = useQuery({ ...newestRegulationsQuery, enabled });
  const queues = useQuery({ ...queuesQuery, enabled });
  const sizes = useQuery({ ...catalogSizesQuery, enabled: may('catalog:read') });
  const missing = missingOf([
    ...(enabled ? [newest, queues] : []),
    ...(may('catalog:read') ? [sizes] : []),
  ]);
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        guide={termPage('regulation')}
        actions={
          may('regulations:suppress') && (
            <ButtonLink to="/regulations/new" variant="primary" icon={Plus}>
              {TEXTS.newRegulation}
            </ButtonLink>
          )
        }
      />
      {missing !== undefined ? (
        <Loading query={missing} lines={6} height={24} />
      ) : (
        <Stack>
          <Attention queues={queues.data ?? []} />
          <ul className={styles.figures}>
            <Figure
              label={TEXTS.figures.openDeletions}
              value={queues.data && sumOf(queues.data, openJobs)}
            />
            <Figure
              label={TEXTS.figures.completeDeletions}
              value={queues.data && sumOf(queues.data, (queue) => jobsIn(queue, ['complete']))}
            />
            <Figure label={TEXTS.figures.sources} value={sizes.data?.sources} />
            <Figure label={TEXTS.figures.destinations} value={sizes.data?.destinations} />
            <Figure label={TEXTS.figures.dataPlanes} value={sizes.data?.dataPlanes} />
          </ul>
          <div className={shared.columns}>
            {newest.data && <Newest newest={newest.data} />}
            <FirstSteps newest={newest.data} sizes={sizes.data} />
          </div>
        </Stack>
      )}
    </>
  );
}

function sumOf(queues: readonly Queue[], countIn: (queue: Queue) => number): number {
  return queues.reduce((sum, queue) => sum + countIn(queue), 0);
}

/** Shows conditions that a person must resolve. Shows nothing if there are none. */
function Attention({ queues }: { readonly queues: readonly Queue[] }) {
  const { attention: texts } = TEXTS;
  const shown = (['overdue', 'dueSoon', 'needsAttention', 'foundAgain', 'held'] as const)
    .map((name) => ({ ...CONDITIONS[name], name, count: sumOf(queues, (one) => one[name]) }))
    .filter(({ count }) => count > 0);
  const paused = queues.filter(({ pausedAt }) => pausedAt !== undefined).length;
  if (shown.length === 0 && paused === 0) return null;
  return (
    <section aria-label={texts.title} className={styles.attention}>
      <CircleAlert aria-hidden />
      <div>
        <h2>{texts.title}</h2>
        <ul>
          {shown.map(({ name, count, tone, jobs }) => (
            <li key={name}>
              <Badge tone={tone}>{formatNumber(count)}</Badge>{' '}
              <Link to="/deletions" search={jobs}>
                {texts[name](count)}
              </Link>
            </li>
          ))}
          {paused > 0 && (
            <li>
              <Badge tone="warning">{paused}</Badge>{' '}
              <Link to="/deletions">{texts.paused(paused)}</Link>
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

function Newest({ newest }: { readonly newest: readonly ListedRegulation[] }) {
  return (
    <Card
      title={TEXTS.newest.title}
      actions={
        <ButtonLink to="/regulations" variant="ghost" size="s">
          {TEXTS.newest.all}
          <ArrowRight aria-hidden />
        </ButtonLink>
      }
    >
      {newest.length === 0 ? (
        <p className={shared.quiet}>{TEXTS.newest.none}</p>
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

/** Shows the first steps in a new workspace until all steps are done. */
function FirstSteps({
  newest = [],
  sizes = {},
}: {
  readonly newest: readonly ListedRegulation[] | undefined;
  readonly sizes: { readonly destinations?: number; readonly dataPlanes?: number } | undefined;
}) {
  const may = useMay();
  const { suppress, destination, dataPlane, ...texts } = TEXTS.firstSteps;
  const steps: readonly (readonly [done: boolean, title: string, words: ReactNode])[] = [
    [
      newest.length > 0,
      suppress.title,
      may('regulations:suppress') ? (
        <>
          {suppress.effect} <Link to="/regulations/new">{suppress.link}</Link>
        </>
      ) : (
        <>
          {suppress.effect} {suppress.missing} <Mono>regulations:suppress</Mono>.
        </>
      ),
    ],
    [(sizes.destinations ?? 0) > 0, destination.title, destination.effect],
    [
      (sizes.dataPlanes ?? 0) > 0,
      dataPlane.title,
      <>
        {dataPlane.effect} <Link to="/data-planes">{dataPlane.link}</Link>
      </>,
    ],
  ];
  if (steps.every(([done]) => done)) return null;
  return (
    <Card title={texts.title}>
      <ol className={styles.steps}>
        {steps.map(([done, title, words]) => (
          <li key={title} data-done={done || undefined}>
            <span className={styles.mark}>{done && <Check aria-label={texts.done} />}</span>
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
