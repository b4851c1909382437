import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  applyWorkspaceFile,
  checkSecretKey,
  ensureDemoWorkspace,
  parseWorkspaceFile,
  type SecretBox,
  type WorkspaceDocument,
} from '@lethe/catalog';
import type { Environment } from '@lethe/config';
import { LetheError } from '@lethe/contracts';
import { sqlStateOf, type DatabaseConnection } from '@lethe/database';
import { describeError, StartError, type Logger } from '@lethe/observability';
import { LogThrottle, retryUntilDone } from '@lethe/resilience';
import type { GatewayConfig } from '../config/gateway.config.js';

const RETRY_MS = 500;
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Reads and checks the workspace file, if there is one. The check needs no database. So an invalid
 * file stops the start even while the database does not answer.
 *
 * @param personalDataDays days for which identifiers are kept after a deletion
 * @throws WorkspaceFileError listing every problem; StartError if the file cannot be read
 */
export function readWorkspaceFile(
  path: string | undefined,
  environment: Environment,
  personalDataDays: number,
): WorkspaceDocument | undefined {
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `LETHE_WORKSPACE_FILE: ${path} cannot be read (${code ?? 'unknown'}). Check the path and its permissions.`,
    );
  }
  return parseWorkspaceFile(text, environment, { personalDataDays });
}

export interface DemoWorkspace {
  readonly token: string;
  /** File with the token. Only the owner of the file can read it. */
  readonly tokenFile: string;
}

/**
 * Checks the secret key against the database. Then applies the workspace file, or creates the demo
 * workspace in an empty database. Retries while the database does not answer.
 *
 * @param document the workspace file, if there is one
 * @param box encrypts with the keys of `LETHE_SECRET_KEY`
 * @param tries.logger logs failures before a retry
 * @param tries.stopping ends the retries
 * @returns the demo workspace, if there is one
 * @throws SecretKeyError if the secrets of the database were sealed with another key
 */
export async function prepareWorkspaces(
  database: DatabaseConnection,
  config: Pick<GatewayConfig, 'LETHE_DATA_DIR' | 'LETHE_DEMO_WORKSPACE'>,
  document: WorkspaceDocument | undefined,
  box: SecretBox,
  { logger, stopping }: { readonly logger: Logger; readonly stopping?: AbortSignal },
): Promise<DemoWorkspace | undefined> {
  const throttle = new LogThrottle();
  const prepare = async (): Promise<DemoWorkspace | undefined> => {
    await checkSecretKey(database, box);
    if (document === undefined) return makeDemoWorkspace(database, config);
    await applyWorkspaceFile(database, document, box);
    return undefined;
  };
  const explained = async (): Promise<DemoWorkspace | undefined> => {
    try {
      return await prepare();
    } catch (error) {
      throw sqlStateOf(error) === INSUFFICIENT_PRIVILEGE ? new StartError(NOT_ALLOWED) : error;
    }
  };
  return retryUntilDone(explained, {
    ...(stopping && { signal: stopping }),
    pauseMs: RETRY_MS,
    isWorthRetrying: (error) => error instanceof LetheError && error.status === 503,
    onFailure: (error) => {
      if (!throttle.isDue()) return;
      logger.warn(
        { error: describeError(error) },
        'the workspaces cannot be prepared, trying again',
      );
    },
  });
}

const NOT_ALLOWED =
  'The database role has no right to write workspaces. Run "npm run lethe -- grants" with --workspace-file, or start without LETHE_WORKSPACE_FILE and with LETHE_DEMO_WORKSPACE=false.';

async function makeDemoWorkspace(
  database: DatabaseConnection,
  config: Pick<GatewayConfig, 'LETHE_DATA_DIR' | 'LETHE_DEMO_WORKSPACE'>,
): Promise<DemoWorkspace | undefined> {
  if (!config.LETHE_DEMO_WORKSPACE) return undefined;
  const tokenFile = join(resolve(config.LETHE_DATA_DIR), 'demo-token');
  const demo = await ensureDemoWorkspace(database, { tokenFile });
  return demo && { ...demo, tokenFile };
}
