import type { Scope } from '@lethe/contracts';
import { CommandFailure } from '../command-context.js';
import type { ApiClient } from './api-client.js';
import { ApiFailure } from './api-failure.js';

/** The token in use, as `GET /v2/me` shows it. */
export interface OwnToken {
  readonly workspaceId: string;
  readonly name: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt?: string;
}

interface Me {
  readonly workspace: { readonly id: string };
  readonly token: Omit<OwnToken, 'workspaceId' | 'scopes'>;
  readonly scopes: readonly Scope[];
}

/** @throws CommandFailure when the API has no such endpoint, and what its request throws */
export async function readToken(api: ApiClient): Promise<OwnToken> {
  try {
    const { workspace, token, scopes } = await api.json<Me>({ method: 'GET', path: '/v2/me' });
    return { ...token, workspaceId: workspace.id, scopes };
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
    throw new CommandFailure(
      `${api.url} has no /v2/me: it is an older Lethe than this command line, or none.`,
      { cause: error },
    );
  }
}
