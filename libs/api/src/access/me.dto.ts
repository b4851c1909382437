import { SCOPES, type Scope } from '@lethe/contracts';
import {
  EXAMPLE_UUID,
  listOf,
  Member,
  object,
  oneOf,
  text,
  TIME,
  uuid,
} from '../definition/index.js';

export class OwnWorkspaceDto {
  @Member({ is: text, example: 'ws_demo' })
  id!: string;

  @Member({ is: text, example: 'Demo' })
  name!: string;
}

export class OwnTokenDto {
  @Member({ is: uuid, example: EXAMPLE_UUID })
  id!: string;

  @Member({
    is: text,
    example: 'ci',
    description: 'Unique in the workspace; regulations remember it.',
  })
  name!: string;

  @Member({ is: text, example: 'ci@example.com', description: 'Whose it is.' })
  email!: string;

  @Member(TIME)
  createdAt!: string;

  @Member({ ...TIME, optional: true, description: 'Absent when it does not expire.' })
  expiresAt?: string;
}

/** Who asks: the token that a request came with, and what it opens. */
export class MeDto {
  @Member({ is: object(() => OwnWorkspaceDto), description: 'The workspace that the token opens.' })
  workspace!: OwnWorkspaceDto;

  @Member({ is: object(() => OwnTokenDto) })
  token!: OwnTokenDto;

  @Member({
    is: listOf(oneOf(SCOPES)),
    example: ['regulations:read', 'catalog:read'],
    description: 'What the token may do.',
  })
  scopes!: Scope[];
}
