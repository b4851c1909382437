import { integer, Member, object, text } from '../definition/index.js';

export class TestedTransformationDto {
  @Member({ is: text, example: 'tr_mask' })
  id!: string;

  @Member({ is: integer, example: 7 })
  version!: number;
}

/** Saved state of the workspace that a test used. */
export class TestedVersionsDto {
  @Member({
    is: text,
    example: '2026-11-26T08:00:00.123Z',
    description:
      'Time of the last change to the workspace before the runner read it. The test includes each change to code, libraries, configuration, connections and credentials that was saved before the request.',
  })
  savedAt!: string;

  @Member({
    is: text,
    optional: true,
    example: 'Jf2m0aWkqv3y',
    description: 'ETag of the destination, without quotes.',
  })
  destination?: string;

  @Member({
    is: object(() => TestedTransformationDto),
    optional: true,
    description: 'The saved transformation that ran. Absent for unsaved code.',
  })
  transformation?: TestedTransformationDto;
}
