import type { CheckResult, Readiness } from '@lethe/observability';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class LivenessDto {
  @ApiProperty({ enum: ['alive', 'dead'], example: 'alive' })
  status!: 'alive' | 'dead';
}

export class ReadinessDto implements Readiness {
  @ApiProperty({ enum: ['ready', 'not_ready'], example: 'ready' })
  status!: 'ready' | 'not_ready';

  @ApiProperty({ type: [String], example: [], description: 'Why it is not ready.' })
  reasons!: string[];

  @ApiPropertyOptional({
    type: [String],
    example: ['The topics know more than the database does: see the log.'],
    description: 'What an operator has to do something about, although requests are served.',
  })
  warnings?: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['up', 'down'] },
    example: { database: 'up', regulation: 'up' },
    description: 'What it depends on. Something that is down makes requests fail, not the process.',
  })
  checks!: Record<string, CheckResult>;
}
