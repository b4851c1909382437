import { flag, flagOnce, Member, object, type Dto } from '../definition/index.js';
import { config, label } from '../catalog/catalog-kinds.js';
import { EVENT, message, overrides } from './test-kinds.js';

/** Which stages run. An absent member is false; without the object both transforms run. */
export class TestStageDto {
  @Member({ is: flag, optional: true, example: true })
  user_transform?: boolean;

  @Member({ is: flag, optional: true, example: true })
  dest_transform?: boolean;

  @Member({
    is: flag,
    optional: true,
    example: false,
    description: 'Takes the scope `tests:send`.',
  })
  send_to_destination?: boolean;
}

/** Body of `POST /v0/testSource/{id}`. */
export class TestSourceRequestDto {
  @Member({
    is: message,
    description: 'An event. At most 256 KiB and 64 levels deep.',
    example: EVENT,
  })
  message!: Record<string, unknown>;

  @Member({ is: object(() => TestStageDto), optional: true })
  stage?: TestStageDto;
}

/** Body of `POST /v0/testDestination/{id}`. */
export class TestDestinationRequestDto extends TestSourceRequestDto {
  @Member({
    is: overrides,
    optional: true,
    description:
      "Replaces members of the stored configuration for this call. Names are those of the type's `defaultConfig`.",
    example: { webhookUrl: 'https://example.com/other' },
  })
  destinationConfig?: Record<string, unknown>;
}

/** Body of `POST /v0/testDestination`. */
export class TestUnsavedDestinationRequestDto extends TestSourceRequestDto {
  @Member({ is: label, example: 'WEBHOOK', description: 'Name of a destination definition.' })
  type!: string;

  @Member({
    is: config,
    optional: true,
    example: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
    description:
      'As `POST /v2/destinations` takes it, secrets in plain. It is stored nowhere, and its secrets are masked in the answer.',
  })
  config?: Record<string, unknown>;
}

/** Of what is tested. Whatever is no id is not found. */
const idOfTested = (example: string): Dto<{ id: string }> => {
  class TestedIdDto {
    @Member({ is: { schema: { type: 'string', example } } })
    id!: string;
  }
  return TestedIdDto;
};

export const TestedDestinationDto = idOfTested('dst_hook');
export const TestedSourceDto = idOfTested('src_web');

/** @param description what is tested then */
const withForce = (description: string): Dto<{ force: boolean }> => {
  class ForceDto {
    @Member({ is: flagOnce, optional: true, default: false, description })
    force!: boolean;
  }
  return ForceDto;
};

export const ForceDestinationDto = withForce('Tests a destination that is disabled, too.');
export const ForceSourceDto = withForce(
  'Tests a source that is disabled, and disabled destinations, too.',
);
