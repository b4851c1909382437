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
    description: 'Unique in the workspace. Regulations show it as `createdBy` and `canceledBy`.',
  })
  name!: string;

  @Member({ is: text, example: 'ci@example.com', description: 'E-mail address of the owner.' })
  email!: string;

  @Member(TIME)
  createdAt!: string;

  @Member({ ...TIME, optional: true, description: 'Absent when it does not expire.' })
  expiresAt?: string;
}

/** The token of the request, with its workspace and scopes. */
export class MeDto {
  @Member({ is: object(() => OwnWorkspaceDto), description: 'Workspace of the token.' })
  workspace!: OwnWorkspaceDto;

  @Member({ is: object(() => OwnTokenDto) })
  token!: OwnTokenDto;

  @Member({
    is: listOf(oneOf(SCOPES)),
    example: ['regulations:read', 'catalog:read'],
    description: 'Permissions of the token.',
  })
  scopes!: Scope[];
}
