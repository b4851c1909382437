import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A deletion job as a worker of a data plane gets it. */
export class WorkerJobDto {
  @ApiProperty({ example: '4711', pattern: '^[1-9][0-9]{0,18}$' })
  jobId!: string;

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({ example: 'dst_hook' })
  destinationId!: string;

  @ApiProperty({
    type: 'array',
    items: {
      type: 'object',
      required: ['userId'],
      properties: { userId: { type: 'string' } },
      additionalProperties: { type: 'string' },
    },
    example: [{ userId: 'user-1', email: 'user-1@example.com' }],
    description: 'The identifiers of each user, as texts; at least one user.',
  })
  userAttributes!: ({ userId: string } & Record<string, string>)[];

  @ApiProperty({ type: 'integer', example: 0 })
  failedAttempts!: number;
}

/** What a worker of a data plane says about a job. */
export class WorkerJobUpdateDto {
  @ApiPropertyOptional({ enum: ['running', 'complete', 'failed', 'aborted'] })
  status?: 'running' | 'complete' | 'failed' | 'aborted';

  @ApiPropertyOptional()
  reason?: string;
}
