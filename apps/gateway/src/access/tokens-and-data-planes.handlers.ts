import { access, type TokenDto } from '@lethe/api/access';
import {
  CATALOG_PAGE_SIZE,
  type CatalogEditor,
  type CatalogToken,
  type SecretRecord,
} from '@lethe/catalog';
import type { SecretState } from '@lethe/contracts';
import { controllerOf } from '../operations/controller-of.js';
import { pickMembers } from '../operations/pick-members.js';

interface AccessParts {
  readonly editor: Pick<CatalogEditor, 'tokens' | 'dataPlanes'>;
}

/** Manages tokens and data planes. The endpoints that data planes call are in `data-plane`. */
export const AccessController = controllerOf(access, ({ editor }: AccessParts) => ({
  getMe: {
    answers({ identity }) {
      const { workspaceId, workspaceName, tokenId: id, name, email, scopes } = identity;
      return {
        workspace: { id: workspaceId, name: workspaceName },
        token: { id, name, email, ...pickMembers(identity, 'createdAt', 'expiresAt') },
        scopes: [...scopes],
      };
    },
  },

  listTokens: {
    async answers({ identity, query }) {
      const { page, state } = query;
      const { items, total } = await editor.tokens.page(identity.workspaceId, page, state);
      return { tokens: items.map(toTokenDto), paging: pagingOf('/v2/tokens', query, total) };
    },
  },
  createToken: {
    async answers({ identity, body }) {
      const { name, scopes, email = identity.email, expiresAt } = body;
      const token = { name, email, scopes, ...endOf(expiresAt) };
      const { item, secret } = await editor.tokens.make(identity, token);
      return { token: toTokenDto(item), secret };
    },
  },
  revokeToken: {
    answers: ({ identity: { workspaceId, name }, path }) =>
      editor.tokens.revoke(workspaceId, path.id, name),
  },

  listDataPlanes: {
    async answers({ identity, query }) {
      const { page, state } = query;
      const { items, total } = await editor.dataPlanes.page(identity.workspaceId, page, state);
      const paging = pagingOf('/v2/data-planes', query, total);
      return { dataPlanes: items.map(toSecretDto), paging };
    },
  },
  createDataPlane: {
    async answers({ identity, body: { name, expiresAt } }) {
      const dataPlane = { name, ...endOf(expiresAt) };
      const { item, secret } = await editor.dataPlanes.make(identity, dataPlane);
      return { dataPlane: toSecretDto(item), secret };
    },
  },
  revokeDataPlane: {
    answers: ({ identity: { workspaceId, name }, path }) =>
      editor.dataPlanes.revoke(workspaceId, path.id, name),
  },
}));

function pagingOf(
  list: string,
  { page, state }: { readonly page: number; readonly state?: SecretState },
  total: number,
) {
  if (page * CATALOG_PAGE_SIZE >= total) return { total };
  const filter = state === undefined ? '' : `&state=${state}`;
  return { total, next: `${list}?page=${page + 1}${filter}` };
}

function endOf(expiresAt: string | undefined) {
  return expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) };
}

function toTokenDto(token: CatalogToken): TokenDto {
  return { ...toSecretDto(token), email: token.email, scopes: [...token.scopes] };
}

/** Returns the members that tokens and data planes share. */
function toSecretDto(record: SecretRecord) {
  return {
    ...pickMembers(
      record,
      'id',
      'name',
      'state',
      'createdAt',
      'createdBy',
      'expiresAt',
      'lastUsedAt',
    ),
    ...pickMembers(record, 'revokedAt', 'revokedBy'),
  };
}
