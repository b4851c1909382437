import type { MeDto } from '@lethe/api/access';
import type { DeletionSummaryDto } from '@lethe/api/deletions';
import { SCOPES, type DeletionState, type Scope } from '@lethe/contracts';
import type { Command } from 'commander';
import { z } from 'zod';
import type { ApiClient } from './api/api-client.js';
import { connectApi } from './api/connect-api.js';
import { ApiFailure } from './api/api-failure.js';
import { CommandFailure, type CommandContext } from './command-context.js';
import { formatTable } from './format-table.js';
import { formatTime } from './format-time.js';

const OPEN = ['pending', 'running', 'failed'] as const satisfies readonly DeletionState[];

const NOTES = `
Exit codes: 0 the API takes requests and knows the token, 1 not so. That something behind it is down makes some
requests fail; it is shown, and is no failure of this command.

Example:
  LETHE_URL=https://lethe.example.com LETHE_TOKEN_FILE=token npm run lethe -- status`;

const READINESS = z.object({
  status: z.enum(['ready', 'not_ready']),
  reasons: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
});

/** What `/readyz` says: 503 is an answer like 200. */
type Readiness = z.infer<typeof READINESS>;

/** The token in use, as `GET /v2/me` shows it. */
type OwnToken = MeDto['token'] & Pick<MeDto, 'scopes'> & { readonly workspaceId: string };

interface Waiting {
  /** Deletion jobs that have not ended. */
  readonly openJobs: number;
  readonly overdueJobs: number;
  readonly heldJobs: number;
  /** Those that failed permanently, and whose users are neither in a retry nor canceled. */
  readonly needingAttentionJobs: number;
}

interface Status extends Readiness {
  readonly url: string;
  readonly token: OwnToken;
  /** Absent where the token may not see it, or it could not be asked. */
  readonly waiting?: Waiting;
}

export function addStatusCommand(program: Command, context: CommandContext): void {
  program
    .command('status')
    .summary('Is the API there, who am I, and what waits?')
    .description('Show whether the API takes requests, which token this is, and what waits.')
    .addHelpText('after', NOTES)
    .action(async () => {
      const api = await connectApi(context);
      const readiness = await readReadiness(api);
      const token = await readToken(api);
      const waiting = await readWaiting(api, token, context);
      const status = { url: api.url, ...readiness, token, ...(waiting && { waiting }) };
      context.show(status, () => describe(status));
      if (readiness.status === 'ready') return;
      throw new CommandFailure(`The API is not ready: ${readiness.reasons.join(', ')}.`);
    });
}

/** @throws CommandFailure when nobody answers, or somebody else */
async function readReadiness(api: ApiClient): Promise<Readiness> {
  const parsed = READINESS.safeParse(await api.look('/readyz'));
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${api.url} does not answer as Lethe does. Check LETHE_URL.`);
}

/** @throws CommandFailure when the API has no such endpoint, and what its request throws */
async function readToken(api: ApiClient): Promise<OwnToken> {
  try {
    const { workspace, token, scopes } = await api.json<MeDto>({ method: 'GET', path: '/v2/me' });
    return { ...token, workspaceId: workspace.id, scopes };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    throw new CommandFailure(
      `${api.url} has no /v2/me: it is an older Lethe than this command line, or none.`,
      { cause: error },
    );
  }
}

async function readWaiting(
  api: ApiClient,
  { scopes }: OwnToken,
  { note }: CommandContext,
): Promise<Waiting | undefined> {
  if (!scopes.includes('regulations:read')) return undefined;
  const request = { method: 'GET', path: '/v2/deletion-jobs/summary' } as const;
  try {
    const { destinations } = await api.json<DeletionSummaryDto>(request);
    const sum = (count: (one: (typeof destinations)[number]) => number) =>
      destinations.reduce((total, one) => total + count(one), 0);
    return {
      openJobs: sum(({ states }) => OPEN.reduce((n, state) => n + (states[state]?.jobs ?? 0), 0)),
      overdueJobs: sum(({ overdue }) => overdue),
      heldJobs: sum(({ held }) => held),
      needingAttentionJobs: sum(({ needsAttention }) => needsAttention),
    };
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== 1) throw error;
    note(error.message);
    return undefined;
  }
}

function describe({ url, status, checks, warnings = [], token, waiting }: Status): string[] {
  const expiry = token.expiresAt === undefined ? '' : `, until ${formatTime(token.expiresAt)}`;
  return [
    ...formatTable([
      ['API', `${url}, ${status.replace('_', ' ')}`],
      ...Object.entries(checks).map(([name, state]) => [`  ${name}`, state]),
      ['token', `"${token.name}" of ${token.email}${expiry}`],
      ['  workspace', token.workspaceId],
      ['  scopes', describeScopes(token.scopes)],
      ...(waiting === undefined ? [] : [['deletions', describeWaiting(waiting)]]),
    ]),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
}

function describeScopes(scopes: readonly Scope[]): string {
  return scopes.length === SCOPES.length ? 'all' : scopes.join(' ');
}

function describeWaiting({
  openJobs,
  overdueJobs,
  heldJobs,
  needingAttentionJobs,
}: Waiting): string {
  return `${openJobs} open, ${overdueJobs} overdue, ${heldJobs} on hold, ${needingAttentionJobs} in need of attention`;
}
