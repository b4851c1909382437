import { listOf, Member, members, number, objects, text } from '../definition/index.js';
import { outputOrError } from './test-kinds.js';

/** An element of `data` in the result of a test. */
export class TestResultDataDto {
  @Member({
    is: members,
    optional: true,
    description: 'The event after the user transformation, or an object with `error`.',
  })
  user_transformed_payload?: unknown;

  @Member({ is: listOf(text), optional: true, description: 'Lines of `log(...)`.' })
  user_transformation_logs?: readonly string[];

  @Member({
    is: outputOrError({ type: 'object', additionalProperties: true }),
    optional: true,
    description: 'The requests for the destination, or an object with `error`.',
  })
  dest_transformed_payload?: unknown;

  @Member({
    is: outputOrError({}),
    optional: true,
    description:
      'The answers of the destination, in the order of the requests, or an object with `error`.',
  })
  destination_response?: unknown;

  @Member({
    is: listOf(number),
    optional: true,
    description: 'HTTP status of each answer; 0 for a request without an answer.',
  })
  destination_response_status?: readonly number[];

  @Member({
    is: { schema: { type: 'boolean', enum: [true] } },
    optional: true,
    description: 'True when an answer was longer than 64 KiB and was cut.',
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

/** The answer of `POST /v0/testDestination/{id}`, with the members of a saved destination. */
export class TestResultDto extends UnsavedTestResultDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'Ops webhook' })
  destinationName!: string;
}

/** Error instead of the result, for a destination that was not tested. */
export class UntestedDestinationDto {
  @Member({ is: text, example: 'dst_hook' })
  destinationId!: string;

  @Member({ is: text, example: 'Ops webhook' })
  destinationName!: string;

  @Member({ is: text, example: 'Destination with id dst_hook is disabled' })
  error!: string;
}

/** Error instead of the result, for an unsaved destination that was not tested. */
export class UntestedUnsavedDto {
  @Member({ is: text, example: 'WEBHOOK' })
  destination!: string;

  @Member({ is: text, example: 'The test could not be run. Try again.' })
  error!: string;
}
