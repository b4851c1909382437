import { DATA_PLANE_SCOPES } from '@lethe/contracts';
import { capability, EXAMPLE_UUID, route } from '../definition/index.js';
import {
  DataPlaneInputDto,
  DataPlanePageDto,
  NewDataPlaneDto,
  type DataPlaneDto,
} from './data-plane.dto.js';
import { MeDto } from './me.dto.js';
import { secretRoutes } from './secret-routes.js';
import { NewTokenDto, TokenInputDto, TokenPageDto, type TokenDto } from './token.dto.js';

const CREATED_AT = '2026-11-21T08:00:00.000Z';
const EXPIRES_AT = '2027-02-19T08:00:00.000Z';
const BASE = {
  id: EXAMPLE_UUID,
  state: 'active',
  createdAt: CREATED_AT,
  createdBy: 'demo admin',
} as const;
const TOKEN: TokenDto = {
  ...BASE,
  name: 'ci',
  email: 'ci@example.com',
  scopes: ['regulations:read', 'catalog:read'],
  expiresAt: EXPIRES_AT,
};
const DATA_PLANE: DataPlaneDto = { ...BASE, name: 'eu-1', lastUsedAt: '2026-11-21T08:05:00.000Z' };

const tokens = secretRoutes({
  noun: 'token',
  at: '/v2/tokens',
  reading: 'tokens:write',
  writing: 'tokens:write',
  making:
    'The new token can only have scopes of the token of the request, and expires no later than that token.',
  revoking:
    'A token can revoke itself. Revoking a token also ends the console sessions of the token.',
  input: {
    type: TokenInputDto,
    example: {
      name: 'ci',
      scopes: ['regulations:read', 'catalog:read'],
      expiresAt: EXPIRES_AT,
    },
  },
  made: { type: NewTokenDto, example: { token: TOKEN, secret: 'lth_…' } },
  page: {
    type: TokenPageDto,
    example: { tokens: [TOKEN], paging: { total: 101, next: '/v2/tokens?page=2' } },
  },
});

const dataPlanes = secretRoutes({
  noun: 'data plane',
  at: '/v2/data-planes',
  reading: 'catalog:read',
  writing: 'data-planes:write',
  making: `A data plane gets the configuration with its secrets, the suppressions, and deletion jobs. Therefore the token of the request also needs ${DATA_PLANE_SCOPES.map((scope) => `\`${scope}\``).join(', ')}. The secret of the data plane expires no later than that token.`,
  revoking:
    'The data plane continues to process events, with the last suppressions that it received.',
  input: { type: DataPlaneInputDto, example: { name: 'eu-1' } },
  made: { type: NewDataPlaneDto, example: { dataPlane: DATA_PLANE, secret: 'lth_dp_…' } },
  page: {
    type: DataPlanePageDto,
    example: { dataPlanes: [DATA_PLANE], paging: { total: 1 } },
  },
});

/**
 * Routes for the token of the request, and for the tokens and data planes of a workspace.
 * `@lethe/catalog` checks the scopes of a new token or data plane.
 */
export const access = capability(
  'Access',
  'The token of the request, and the tokens and data planes of a workspace.',
  {
    getMe: route({
      http: 'GET /v2/me',
      summary: 'Show the token of the request',
      description:
        'Shows the token, its workspace, its scopes and its expiry. Requires no scope. The answer can be up to 2 s old.',
      scopes: [],
      answer: {
        status: 200,
        type: MeDto,
        description: 'The token, without its secret.',
        example: {
          workspace: { id: 'ws_demo', name: 'Demo' },
          token: {
            id: EXAMPLE_UUID,
            name: 'ci',
            email: 'ci@example.com',
            createdAt: CREATED_AT,
            expiresAt: EXPIRES_AT,
          },
          scopes: ['regulations:read', 'catalog:read'],
        },
      },
    }),

    listTokens: tokens.list,
    createToken: tokens.create,
    revokeToken: tokens.revoke,

    listDataPlanes: dataPlanes.list,
    createDataPlane: dataPlanes.create,
    revokeDataPlane: dataPlanes.revoke,
  },
);
