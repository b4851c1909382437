import type { CheckResult, Readiness } from '@lethe/observability';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class LivenessDto {
  @ApiProperty({ enum: ['alive', 'dead'], example: 'alive' })
  status!: 'alive' | 'dead';
}

export class ReadinessDto implements Readiness {
  @ApiProperty({ enum: ['ready', 'not_ready'], example: 'ready' })
  status!: 'ready' | 'not_ready';

  @ApiProperty({ type: [String], example: [], description: 'Why the process is not ready.' })
  reasons!: string[];

  @ApiPropertyOptional({
    type: [String],
    example: ['The topics have records that the database lacks: see the log.'],
    description: 'Problems that an operator must solve, although the process accepts requests.',
  })
  warnings?: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['up', 'down'] },
    example: { database: 'up', regulation: 'up' },
    description:
      'Dependencies of the process. If one is down, requests that need it fail, but the process stays ready.',
  })
  checks!: Record<string, CheckResult>;
}
