import { ERROR_TABLE, type ErrorCode } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const CODES = Object.keys(ERROR_TABLE) as ErrorCode[];

/** Body of every error. */
export class ErrorAnswerDto {
  @ApiProperty({ example: 'users[3].userId: is required', description: 'For people.' })
  message!: string;

  @ApiProperty({ enum: CODES, enumName: 'ErrorCode', description: 'For programs.' })
  code!: ErrorCode;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { 'users[3].userId': 'is required' },
    description: 'Path of each offending value, and what is wrong with it; at most 50.',
  })
  details?: Record<string, string>;

  @ApiProperty({
    example: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
    description: 'The same as in the X-Request-Id header. Say it when you ask for help.',
  })
  requestId!: string;
}
