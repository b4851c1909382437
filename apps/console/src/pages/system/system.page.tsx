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
import { TEXTS } from './texts.js';

export default function SystemPage() {
  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={TEXTS.description}
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
  const { access: texts } = TEXTS;
  const { workspace, token, scopes } = useMe();
  const may = useMay();
  return (
    <Card
      title={texts.title}
      actions={
        may('tokens:write') && (
          <ButtonLink to="/tokens" variant="ghost" size="s">
            {texts.tokens}
          </ButtonLink>
        )
      }
    >
      <Facts
        facts={[
          [texts.workspace, workspace.name],
          [
            texts.workspaceId,
            <Copyable key="id" text={workspace.id} label={texts.copyWorkspaceId} />,
          ],
          [texts.token, token.name],
          [texts.email, token.email],
          [texts.created, <Time key="made" value={token.createdAt} />],
          [
            texts.expires,
            token.expiresAt ? <Time key="ends" value={token.expiresAt} mayBeAhead /> : texts.never,
          ],
        ]}
      />
      <h3 className={styles.heading}>{texts.permissions}</h3>
      <ul className={styles.scopes}>
        {SCOPES.map((scope) => (
          <li key={scope} data-absent={scopes.includes(scope) ? undefined : ''}>
            <Badge tone={scopes.includes(scope) ? 'success' : 'neutral'}>
              {scopes.includes(scope) ? texts.yes : texts.no}
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
  const { health: texts } = TEXTS;
  return (
    <Card title={texts.title} actions={<CurlButton request={{ path: '/readyz' }} />}>
      {data === undefined ? (
        <Loading query={query} compact lines={4} />
      ) : (
        <Facts
          facts={[
            [texts.version, version],
            [
              texts.gateway,
              <StatusBadge key="gateway" status={data.isAlive ? data.readiness.status : 'down'} />,
            ],
            [
              texts.reasons,
              data.readiness.reasons.length > 0 ? data.readiness.reasons.join(', ') : undefined,
            ],
            ...Object.entries(data.readiness.checks).map(
              ([name, state]) =>
                [CHECKS[name] ?? name, <StatusBadge key={name} status={state} />] as const,
            ),
            ...limits.map(
              ({ name, requests, seconds }) =>
                [texts.limit(name), texts.requests(formatNumber(requests), seconds)] as const,
            ),
          ]}
        />
      )}
      <p className={shared.note}>{texts.whichGateway}</p>
    </Card>
  );
}

const CHECKS: Readonly<Record<string, string>> = TEXTS.health.checks;

const LINKS = [
  ['/docs/reference', TEXTS.reference.api],
  ['/docs/errors', TEXTS.reference.errors],
  ['/openapi.json', TEXTS.reference.document],
  ['/console/licenses.md', TEXTS.reference.licences],
] as const;

function Reference() {
  return (
    <Card title={TEXTS.reference.title}>
      <ul className={styles.links}>
        {LINKS.map(([href, { name, words }]) => (
          <li key={href}>
            <BookOpen aria-hidden />
            <span>
              <a href={href} target="_blank" rel="noreferrer">
                {name} <ExternalLink aria-label={TEXTS.reference.otherTab} />
              </a>
              <span>{words}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/**
 * Health of the gateway. Status 503 is not an error of the query. It means that the gateway is not
 * ready.
 */
const healthQuery = queryOptions({
  queryKey: ['system', 'health'],
  queryFn: async ({ signal }) => {
    const [alive, ready] = await Promise.all([
      fetch('/livez', { signal, cache: 'no-store' }),
      fetch('/readyz', { signal, cache: 'no-store' }),
    ]);
    return {
      /** True if the process of the gateway responds. */
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
