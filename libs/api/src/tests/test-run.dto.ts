import { flag, flagOnce, Member, object, type Dto } from '../definition/index.js';
import { config, label } from '../catalog/catalog-kinds.js';
import { EVENT, message, overrides } from './test-kinds.js';

/**
 * Stages to run. An absent member is false. If the whole object is absent, `user_transform` and
 * `dest_transform` run.
 */
export class TestStageDto {
  @Member({ is: flag, optional: true, example: true })
  user_transform?: boolean;

  @Member({ is: flag, optional: true, example: true })
  dest_transform?: boolean;

  @Member({
    is: flag,
    optional: true,
    example: false,
    description: 'Requires the scope `tests:send`.',
  })
  send_to_destination?: boolean;
}

/** Body of `POST /v0/testSource/{id}`. */
export class TestSourceRequestDto {
  @Member({
    is: message,
    description: 'The test event, at most 256 KiB and 64 levels deep.',
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
      'Replaces members of the stored configuration in this call. The names are those in `defaultConfig` of the destination type.',
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
      'Configuration as in `POST /v2/destinations`, with secrets in plain text. Lethe does not store it, and masks its secrets in the answer.',
  })
  config?: Record<string, unknown>;
}

/**
 * Returns the path of the tested item. Any text is accepted, because an invalid id is simply not
 * found.
 */
const idOfTested = (example: string): Dto<{ id: string }> => {
  class TestedIdDto {
    @Member({ is: { schema: { type: 'string', example } } })
    id!: string;
  }
  return TestedIdDto;
};

export const TestedDestinationDto = idOfTested('dst_hook');
export const TestedSourceDto = idOfTested('src_web');

/** Returns a query with the parameter `force`. @param description effect of `force` */
const withForce = (description: string): Dto<{ force: boolean }> => {
  class ForceDto {
    @Member({ is: flagOnce, optional: true, default: false, description })
    force!: boolean;
  }
  return ForceDto;
};

export const ForceDestinationDto = withForce('True: also tests a disabled destination.');
export const ForceSourceDto = withForce(
  'True: also tests a disabled source and disabled destinations.',
);
