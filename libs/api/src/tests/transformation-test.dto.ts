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
import { EVENT, events, outputOrError, testedCode } from './test-kinds.js';
import { TestedVersionsDto } from './tested-versions.dto.js';

const PLACE = { is: { schema: { type: 'integer', minimum: 1 } }, optional: true };

/** Body of `POST /v0/testTransformation`. */
@Together<TestTransformationRequestDto>(({ code, transformationId, destinationId }, problems) => {
  if (code !== undefined || transformationId !== undefined || destinationId !== undefined) return;
  problems.add('code', 'is required when transformationId and destinationId are absent');
})
export class TestTransformationRequestDto {
  @Member({
    is: testedCode,
    optional: true,
    example: 'export function transformEvent(event) { log(event.type); return event; }',
    description: `Source code of an ES module. At most ${FIXED_LIMITS.codeBytes} bytes in UTF-8, and at most ${FIXED_LIMITS.testedCodeBytes} bytes as JSON. It may import libraries of the workspace.`,
  })
  code?: string;

  @Member({
    is: itemId,
    optional: true,
    example: 'tr_mask',
    description: 'A saved transformation. If `code` is given, `code` runs instead.',
  })
  transformationId?: string;

  @Member({
    is: itemId,
    optional: true,
    example: 'dst_hook',
    description:
      'Destination for which the answer shows the requests. Without `code` and `transformationId`, the transformation of this destination runs.',
  })
  destinationId?: string;

  @Member({
    is: events,
    description:
      'Test events. Each one runs separately. Together at most 256 KiB, each at most 64 levels deep.',
    example: [EVENT],
  })
  events!: Record<string, unknown>[];
}

class CodePlaceDto {
  @Member({ ...PLACE, example: 1 })
  line?: number;

  @Member({ ...PLACE, example: 40 })
  column?: number;

  @Member({
    is: text,
    optional: true,
    example: 'pii',
    description: 'Name of the library, when the line is in a library.',
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
      'The event, or `{ "error": … }` when it is too large to show. Absent when no transformation ran.',
    example: EVENT,
  })
  event?: unknown;

  @Member({
    is: outputOrError({ type: 'object', additionalProperties: true }),
    optional: true,
    description: 'The requests that the destination would receive, or `{ "error": … }`.',
  })
  requests?: unknown;
}

export class TransformedEventDto {
  @Member({
    is: objects(() => TransformedOutputDto),
    description: 'The events after the transformation.',
  })
  output!: readonly TransformedOutputDto[];

  @Member({
    is: flag,
    example: false,
    description: 'Whether the transformation returned no event.',
  })
  dropped!: boolean;

  @Member({ is: objects(() => LogLineDto), description: 'Lines of `log(…)`, at most 100.' })
  logs!: readonly LogLineDto[];

  @Member({ is: object(() => TransformationErrorDto), optional: true })
  error?: TransformationErrorDto;

  @Member({
    is: number,
    example: 1.8,
    description: 'Duration of the transformation in milliseconds, including the wait for a thread.',
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
      'The saved versions that the test used. Absent when the time of the last change is unknown.',
  })
  versions?: TestedVersionsDto;
}
