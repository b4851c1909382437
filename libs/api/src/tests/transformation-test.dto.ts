import { FIXED_LIMITS } from '@lethe/contracts';
import { itemId } from '../catalog/catalog-kinds.js';
import {
  flag,
  Member,
  members,
  number,
  object,
  objects,
  text,
  Together,
} from '../definition/index.js';
import { EVENT, events, madeOrError, testedCode } from './test-kinds.js';
import { TestedVersionsDto } from './tested-versions.dto.js';

const PLACE = { is: { schema: { type: 'integer', minimum: 1 } }, optional: true };

/** Body of `POST /v0/testTransformation`. */
@Together<TestTransformationRequestDto>(({ code, transformationId, destinationId }, problems) => {
  if (code !== undefined || transformationId !== undefined || destinationId !== undefined) return;
  problems.add('code', 'is required, unless transformationId or destinationId says what runs');
})
export class TestTransformationRequestDto {
  @Member({
    is: testedCode,
    optional: true,
    example: 'export function transformEvent(event) { log(event.type); return event; }',
    description: `Source of an ES module, saved or not, up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8, and ${FIXED_LIMITS.testedCodeBytes} as JSON. It may import the workspace's libraries.`,
  })
  code?: string;

  @Member({
    is: itemId,
    optional: true,
    example: 'tr_mask',
    description: 'A saved transformation. With `code` that runs in its place.',
  })
  transformationId?: string;

  @Member({
    is: itemId,
    optional: true,
    example: 'dst_hook',
    description:
      'Then the requests are shown that this destination would get. Without `code` and `transformationId` its own transformation runs.',
  })
  destinationId?: string;

  @Member({
    is: events,
    description: 'Each is run by itself. Together at most 256 KiB, each at most 64 levels deep.',
    example: [EVENT],
  })
  events!: Record<string, unknown>[];
}

/** Where something is in the code. */
class CodePlaceDto {
  @Member({ ...PLACE, example: 1 })
  line?: number;

  @Member({ ...PLACE, example: 40 })
  column?: number;

  @Member({
    is: text,
    optional: true,
    example: 'pii',
    description: 'Name of the library, where the line is not one of the transformation.',
  })
  library?: string;
}

export class LogLineDto extends CodePlaceDto {
  @Member({ is: text, example: 'track' })
  text!: string;
}

export class TransformationErrorDto extends CodePlaceDto {
  @Member({ is: text, example: "TypeError: cannot read property 'email' of undefined" })
  message!: string;
}

export class TransformedOutputDto {
  @Member({
    is: members,
    optional: true,
    description:
      'The event, or `{ "error": … }` where it is too large to be shown. Absent where no transformation ran.',
    example: EVENT,
  })
  event?: unknown;

  @Member({
    is: madeOrError({ type: 'object', additionalProperties: true }),
    optional: true,
    description: 'The requests that the destination would get, or `{ "error": … }`.',
  })
  requests?: unknown;
}

export class TransformedEventDto {
  @Member({ is: objects(() => TransformedOutputDto), description: 'The events that came out.' })
  output!: readonly TransformedOutputDto[];

  @Member({ is: flag, example: false, description: 'The transformation returned nothing.' })
  dropped!: boolean;

  @Member({ is: objects(() => LogLineDto), description: 'Lines of `log(…)`, at most 100.' })
  logs!: readonly LogLineDto[];

  @Member({ is: object(() => TransformationErrorDto), optional: true })
  error?: TransformationErrorDto;

  @Member({
    is: number,
    example: 1.8,
    description: 'Milliseconds of the transformation, with its turn in a thread.',
  })
  ms!: number;
}

/** The answer of `POST /v0/testTransformation`. */
export class TransformationTestDto {
  @Member({ is: objects(() => TransformedEventDto), description: 'One element for each event.' })
  results!: readonly TransformedEventDto[];

  @Member({
    is: object(() => TestedVersionsDto),
    optional: true,
    description:
      'What of the workspace was in effect; absent where it is not known when that last changed.',
  })
  versions?: TestedVersionsDto;
}
