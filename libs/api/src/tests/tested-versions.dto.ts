import { integer, Member, object, text } from '../definition/index.js';

export class TestedTransformationDto {
  @Member({ is: text, example: 'tr_mask' })
  id!: string;

  @Member({ is: integer, example: 7 })
  version!: number;
}

/** Which saved state a test ran on. */
export class TestedVersionsDto {
  @Member({
    is: text,
    example: '2026-11-26T08:00:00.123Z',
    description:
      'When the workspace last changed before what ran was read. It is no earlier than the last change before the test was asked for: code, libraries, configuration, connections and credentials.',
  })
  savedAt!: string;

  @Member({
    is: text,
    optional: true,
    example: 'Jf2m0aWkqv3y',
    description: 'The destination’s ETag, without its quotes.',
  })
  destination?: string;

  @Member({
    is: object(() => TestedTransformationDto),
    optional: true,
    description: 'Absent for code that is not saved.',
  })
  transformation?: TestedTransformationDto;
}
