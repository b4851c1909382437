import { SCOPES, type Scope } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };

export class OwnWorkspaceDto {
  @ApiProperty({ example: 'ws_demo' })
  id!: string;

  @ApiProperty({ example: 'Demo' })
  name!: string;
}

export class OwnTokenDto {
  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11' })
  id!: string;

  @ApiProperty({ example: 'ci', description: 'Unique in the workspace; regulations remember it.' })
  name!: string;

  @ApiProperty({ example: 'ci@example.com', description: 'Whose it is.' })
  email!: string;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiPropertyOptional({ ...TIME, description: 'Absent when it does not expire.' })
  expiresAt?: string;
}

/** Who asks: the token that a request came with, and what it opens. */
export class MeDto {
  @ApiProperty({ type: () => OwnWorkspaceDto, description: 'The workspace that the token opens.' })
  workspace!: OwnWorkspaceDto;

  @ApiProperty({ type: () => OwnTokenDto })
  token!: OwnTokenDto;

  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    example: ['regulations:read', 'catalog:read'],
    description: 'What the token may do.',
  })
  scopes!: Scope[];
}
