import { SCOPES, type Scope } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };

/** The token that a request came with, as it may be shown. */
export class TokenDto {
  @ApiProperty({ example: 'ws_demo', description: 'The workspace that it opens.' })
  workspaceId!: string;

  @ApiProperty({ example: 'ci', description: 'Unique in the workspace; regulations remember it.' })
  name!: string;

  @ApiProperty({ example: 'ci@example.com', description: 'Whose it is.' })
  email!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: ['regulations:read', 'catalog:read'] })
  scopes!: Scope[];

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiPropertyOptional({ ...TIME, description: 'Absent when it does not expire.' })
  expiresAt?: string;
}
