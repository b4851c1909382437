import type { TestDestinationRequestDto, TestStageDto } from '@lethe/api/tests';
import { LetheError, TEST_MESSAGE_TYPES, type JsonObject, type TestStages } from '@lethe/contracts';

/** A requested test of an event. The message is checked after the scopes of the caller. */
export interface TestRequest {
  readonly message: JsonObject;
  readonly stages: TestStages;
  /**
   * Overrides of the stored configuration; the complete configuration of an unsaved destination.
   */
  readonly destinationConfig?: JsonObject;
}

/** Stages that are used if the body has no `stage`. */
const DEFAULT_STAGES: TestStages = {
  userTransform: true,
  destTransform: true,
  sendToDestination: false,
};

/** Returns the test that a body requests. The body must be valid by the rules of its DTO. */
export function toTestRequest<T extends TestDestinationRequestDto>({
  message,
  stage,
  destinationConfig,
}: T): TestRequest & Pick<T, 'destinationConfig'> {
  return {
    message,
    stages: stage === undefined ? DEFAULT_STAGES : toStages(stage),
    ...(destinationConfig === undefined ? {} : { destinationConfig }),
  };
}

function toStages(stage: TestStageDto): TestStages {
  return {
    userTransform: stage.user_transform ?? false,
    destTransform: stage.dest_transform ?? false,
    sendToDestination: stage.send_to_destination ?? false,
  };
}

/** @throws LetheError `invalid_message_type` with the texts of the specification */
export function checkMessageType({ type }: JsonObject): void {
  if (typeof type !== 'string') {
    throw new LetheError('invalid_message_type', { message: 'message type missing or invalid' });
  }
  if (!(TEST_MESSAGE_TYPES as readonly string[]).includes(type)) {
    const supported = `must be one of ${TEST_MESSAGE_TYPES.join(', ')}`;
    throw new LetheError('invalid_message_type', { details: { 'message.type': supported } });
  }
}
