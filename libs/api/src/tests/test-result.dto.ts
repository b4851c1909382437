import { listOf, Member, members, number, objects, text } from '../definition/index.js';
import { madeOrError } from './test-kinds.js';

/** An element of `data`. */
export class TestResultDataDto {
  @Member({
    is: members,
    optional: true,
    description: 'What the stage made of the event, or an object with `error`.',
  })
  user_transformed_payload?: unknown;

  @Member({ is: listOf(text), optional: true, description: 'Lines of `log(...)`.' })
  user_transformation_logs?: readonly string[];

  @Member({
    is: madeOrError({ type: 'object', additionalProperties: true }),
    optional: true,
    description: 'The requests that the destination gets, or an object with `error`.',
  })
  dest_transformed_payload?: unknown;

  @Member({
    is: madeOrError({}),
    optional: true,
    description: 'The answers, aligned with the requests, or an object with `error`.',
  })
  destination_response?: unknown;

  @Member({
    is: listOf(number),
    optional: true,
    description: 'HTTP status of each answer; 0 for none.',
  })
  destination_response_status?: readonly number[];

  @Member({
    is: { schema: { type: 'boolean', enum: [true] } },
    optional: true,
    description: 'An answer was longer than 64 KiB.',
  })
  destination_response_truncated?: true;
}

/** The answer of `POST /v0/testDestination`. */
export class UnsavedTestResultDto {
  @Member({ is: text, example: 'WEBHOOK' })
  destination!: string;

  @Member({ is: objects(() => TestResultDataDto), description: 'One element per event.' })
  data!: readonly TestResultDataDto[];
}

/** The answer of `POST /v0/testDestination/{id}`: what only a saved destination has comes with it. */
export class TestResultDto extends UnsavedTestResultDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'Ops webhook' })
  destinationName!: string;
}

/** What stands in place of a result where a destination was not tested. */
export class UntestedDestinationDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'Ops webhook' })
  destinationName!: string;

  @Member({ is: text, example: 'Destination with id dst_hook is disabled' })
  error!: string;
}

/** The same for one that is not saved. */
export class UntestedUnsavedDto {
  @Member({ is: text, example: 'WEBHOOK' })
  destination!: string;

  @Member({ is: text, example: 'The test could not be run. Try again.' })
  error!: string;
}
