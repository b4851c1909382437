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
Exit codes: 0 the API is ready and accepts the token, 1 otherwise. If a service behind the API is down, some requests
fail. The command shows such a service as "down", and the exit code stays 0.

Example:
  LETHE_URL=https://lethe.example.com LETHE_TOKEN_FILE=token lethe status`;

const READINESS = z.object({
  status: z.enum(['ready', 'not_ready']),
  reasons: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
});

/** Body of a response of `/readyz` with status 200 or 503. */
type Readiness = z.infer<typeof READINESS>;

type OwnToken = MeDto['token'] & Pick<MeDto, 'scopes'> & { readonly workspaceId: string };

interface Waiting {
  /** Jobs that have not ended. */
  readonly openJobs: number;
  readonly overdueJobs: number;
  readonly heldJobs: number;
  /** Jobs that failed permanently and need attention (docs/terms.md). */
  readonly needingAttentionJobs: number;
}

interface Status extends Readiness {
  readonly url: string;
  readonly token: OwnToken;
  /** Absent if the token lacks the scope `regulations:read`, or the request failed. */
  readonly waiting?: Waiting;
}

export function addStatusCommand(program: Command, context: CommandContext): void {
  program
    .command('status')
    .summary('Show whether the API is ready, which token you use, and open deletions.')
    .description(
      'Show whether the API is ready, which token you use, and how many deletion jobs are open.',
    )
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

/** @throws CommandFailure if there is no response, or the response is not from Lethe */
async function readReadiness(api: ApiClient): Promise<Readiness> {
  const parsed = READINESS.safeParse(await api.getPublic('/readyz'));
  if (parsed.success) return parsed.data;
  throw api.otherProgram();
}

/** @throws CommandFailure if the API has no `/v2/me`; errors of the request */
async function readToken(api: ApiClient): Promise<OwnToken> {
  try {
    const { workspace, token, scopes } = await api.json<MeDto>({ method: 'GET', path: '/v2/me' });
    return { ...token, workspaceId: workspace.id, scopes };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    throw new CommandFailure(
      `${api.url} has no /v2/me. Check LETHE_URL. If it is an older Lethe, use the command line of its version.`,
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
  return `${openJobs} open, ${overdueJobs} overdue, ${heldJobs} on hold, ${needingAttentionJobs} needing attention`;
}
