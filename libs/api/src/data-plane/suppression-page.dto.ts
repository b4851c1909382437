import type { SuppressionChange, SuppressionPage } from '../suppressions/index.js';
import { ApiProperty } from '@nestjs/swagger';

/** An item of the suppression feed, see `SuppressionChange`. */
export class SuppressionChangeDto implements SuppressionChange {
  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({
    example: 'user-4711',
    description: 'The suppression key, never empty.',
    minLength: 1,
  })
  userId!: string;

  @ApiProperty({ example: false, description: 'No regulation covers the key any more.' })
  canceled!: boolean;

  @ApiProperty({ format: 'date-time', description: 'Since when it is so.' })
  createdAt!: string;

  @ApiProperty({ type: [String], description: 'The source; empty for all sources.' })
  sourceIds!: string[];
}

/** A page of the suppression feed. */
export class SuppressionPageDto implements SuppressionPage {
  @ApiProperty({ type: [SuppressionChangeDto] })
  items!: SuppressionChangeDto[];

  @ApiProperty({
    example: 'AXqB0vGSfHyYCg7QAAAAAAAF',
    minLength: 1,
    description: 'Send it back as `pageToken` to go on.',
  })
  token!: string;
}
