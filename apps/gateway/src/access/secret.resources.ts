import {
  DataPlanePageDto,
  NewDataPlaneDto,
  NewTokenDto,
  TokenInputDto,
  TokenPageDto,
  DataPlaneInputDto,
  type DataPlaneDto,
  type SecretInputDto,
  type TokenDto,
} from '@lethe/api';
import { DATA_PLANE_SCOPES, type Scope } from '@lethe/contracts';
import type { BodyDocs } from '../docs/body-docs.js';

/** What callers send and get of tokens, or of data planes. */
export interface SecretResource {
  /** In the singular. */
  readonly noun: string;
  readonly reading: Scope;
  readonly writing: Scope;
  /** Of the request that makes one, for the reference. */
  readonly making: string;
  /** Of the request that revokes one, for the reference. */
  readonly revoking: string;
  readonly members: readonly string[];
  readonly input: BodyDocs<SecretInputDto>;
  readonly made: BodyDocs;
  readonly page: BodyDocs;
}

const MADE = {
  id: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
  state: 'active',
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 'demo admin',
} as const;

const TOKEN: TokenDto = {
  ...MADE,
  name: 'ci',
  email: 'ci@example.com',
  scopes: ['regulations:read', 'catalog:read'],
  expiresAt: '2027-02-19T08:00:00.000Z',
};
const DATA_PLANE: DataPlaneDto = { ...MADE, name: 'eu-1', lastUsedAt: '2026-11-21T08:05:00.000Z' };

export const TOKENS: SecretResource = {
  noun: 'token',
  reading: 'tokens:write',
  writing: 'tokens:write',
  making:
    'The new token may do nothing that the token of the request may not, and ends no later than it.',
  revoking: 'Also the token of the request itself, and with it whoever is signed in.',
  members: ['name', 'email', 'scopes', 'expiresAt'] satisfies (keyof TokenInputDto)[],
  input: {
    type: TokenInputDto,
    example: {
      name: 'ci',
      scopes: ['regulations:read', 'catalog:read'],
      expiresAt: '2027-02-19T08:00:00.000Z',
    } as TokenInputDto,
  },
  made: { type: NewTokenDto, example: { token: TOKEN, secret: 'lth_…' } satisfies NewTokenDto },
  page: {
    type: TokenPageDto,
    example: {
      tokens: [TOKEN],
      paging: { total: 101, next: '/v2/tokens?page=2' },
    } satisfies TokenPageDto,
  },
};

export const DATA_PLANES: SecretResource = {
  noun: 'data plane',
  reading: 'catalog:read',
  writing: 'data-planes:write',
  making: `A data plane gets the configuration with its secrets, the suppressions, and deletion jobs: the token of the request needs ${DATA_PLANE_SCOPES.map((scope) => `\`${scope}\``).join(', ')} besides. It ends no later than that token.`,
  revoking: 'The events of the data plane go on, with what it last knew of who is suppressed.',
  members: ['name', 'expiresAt'] satisfies (keyof DataPlaneInputDto)[],
  input: { type: DataPlaneInputDto, example: { name: 'eu-1' } },
  made: {
    type: NewDataPlaneDto,
    example: { dataPlane: DATA_PLANE, secret: 'lth_dp_…' } satisfies NewDataPlaneDto,
  },
  page: {
    type: DataPlanePageDto,
    example: { dataPlanes: [DATA_PLANE], paging: { total: 1 } } satisfies DataPlanePageDto,
  },
};
