import type { MeDto } from '@lethe/api/access';
import { CommandFailure } from '../command-context.js';
import type { ApiClient } from './api-client.js';
import { ApiFailure } from './api-failure.js';

/** The token in use, as `GET /v2/me` shows it. */
export type OwnToken = MeDto['token'] & Pick<MeDto, 'scopes'> & { readonly workspaceId: string };

/** @throws CommandFailure when the API has no such endpoint, and what its request throws */
export async function readToken(api: ApiClient): Promise<OwnToken> {
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
