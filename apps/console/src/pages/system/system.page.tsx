import { SCOPES } from '@lethe/contracts/roles-and-scopes';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { BookOpen, ExternalLink } from 'lucide-react';
import { version } from '../../../package.json';
import { api, type Schemas } from '../../api/client.js';
import { useMay, useMe } from '../../api/session.js';
import { formatNumber } from '../../lib/format-time.js';
import {
  Badge,
  ButtonLink,
  Card,
  Copyable,
  CurlButton,
  Facts,
  Loading,
  Mono,
  PageHeader,
  Stack,
  StatusBadge,
  Time,
  shared,
} from '../../ui/index.js';
import { SCOPE_WORDS } from '../../features/access/scope-words.js';
import { readRateLimits } from './rate-limits.js';
import styles from './system.module.css';

export default function SystemPage() {
  return (
    <>
      <PageHeader
        title="System"
        description="Who you are here, how Lethe is, and where its API is described."
        request={{ path: '/v2/me' }}
      />
      <Stack>
        <div className={shared.columns}>
          <Who />
          <Stack>
            <HealthCard />
            <Reference />
          </Stack>
        </div>
      </Stack>
    </>
  );
}

function Who() {
  const { workspace, token, scopes } = useMe();
  const may = useMay();
  return (
    <Card
      title="You"
      actions={
        may('tokens:write') && (
          <ButtonLink to="/tokens" variant="ghost" size="s">
            Tokens
          </ButtonLink>
        )
      }
    >
      <Facts
        facts={[
          ['Workspace', workspace.name],
          [
            'Workspace id',
            <Copyable key="id" text={workspace.id} label="Copy the workspace’s id" />,
          ],
          ['Token', token.name],
          ['E-mail', token.email],
          ['Created', <Time key="made" value={token.createdAt} />],
          [
            'Expires',
            token.expiresAt ? <Time key="ends" value={token.expiresAt} mayBeAhead /> : 'Never',
          ],
        ]}
      />
      <h3 className={styles.heading}>What it may</h3>
      <ul className={styles.scopes}>
        {SCOPES.map((scope) => (
          <li key={scope} data-absent={scopes.includes(scope) ? undefined : ''}>
            <Badge tone={scopes.includes(scope) ? 'success' : 'neutral'}>
              {scopes.includes(scope) ? 'Yes' : 'No'}
            </Badge>
            <span>
              <Mono>{scope}</Mono>
              <span>{SCOPE_WORDS[scope]}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function HealthCard() {
  const query = useQuery(healthQuery);
  const { data } = query;
  const limits = useQuery(rateLimitsQuery).data ?? [];
  return (
    <Card title="Health" actions={<CurlButton request={{ path: '/readyz' }} />}>
      {data === undefined ? (
        <Loading query={query} compact lines={4} />
      ) : (
        <Facts
          facts={[
            ['Version', version],
            [
              'Gateway',
              <StatusBadge key="gateway" status={data.isAlive ? data.readiness.status : 'down'} />,
            ],
            [
              'Reasons',
              data.readiness.reasons.length > 0 ? data.readiness.reasons.join(', ') : undefined,
            ],
            ...Object.entries(data.readiness.checks).map(
              ([name, state]) =>
                [CHECKS[name] ?? name, <StatusBadge key={name} status={state} />] as const,
            ),
            ...limits.map(
              ({ name, requests, seconds }) =>
                [
                  `Limit of a ${name}`,
                  `${formatNumber(requests)} requests in ${seconds === 1 ? 'a second' : `${seconds} s`}`,
                ] as const,
            ),
          ]}
        />
      )}
      <p className={shared.note}>
        This is the gateway that answered you; there may be others behind one address.
      </p>
    </Card>
  );
}

const CHECKS: Readonly<Record<string, string>> = {
  database: 'Database',
  regulation: 'Regulation service',
};

const LINKS = [
  ['/docs', 'API reference', 'Every request that this console makes, with examples.'],
  ['/docs/errors', 'Error codes', 'What each means, and what to do.'],
  ['/openapi.json', 'OpenAPI document', 'For clients that are made from it.'],
  ['/console/licenses.md', 'Licences', 'Of the packages that this page is made of.'],
] as const;

function Reference() {
  return (
    <Card title="For scripts">
      <ul className={styles.links}>
        {LINKS.map(([href, name, words]) => (
          <li key={href}>
            <BookOpen aria-hidden />
            <span>
              <a href={href} target="_blank" rel="noreferrer">
                {name} <ExternalLink aria-label="(in another tab)" />
              </a>
              <span>{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A gateway that is not ready says so with a 503, which is an answer here and no failure. */
const healthQuery = queryOptions({
  queryKey: ['system', 'health'],
  queryFn: async ({ signal }) => {
    const [alive, ready] = await Promise.all([
      fetch('/livez', { signal, cache: 'no-store' }),
      fetch('/readyz', { signal, cache: 'no-store' }),
    ]);
    return {
      /** Whether the gateway's process answers at all. */
      isAlive: alive.ok,
      readiness: (await ready.json()) as Schemas['ReadinessDto'],
    };
  },
  refetchInterval: 10_000,
});

const rateLimitsQuery = queryOptions({
  queryKey: ['system', 'rate-limits'],
  queryFn: async ({ signal }) => {
    const { response } = await api.GET('/v2/me', { signal });
    return readRateLimits(response.headers.get('ratelimit-policy'));
  },
  staleTime: 60_000,
});
