import type { TestDestinationRequestDto, TestStageDto } from '@lethe/api/tests';
import { LetheError, TEST_MESSAGE_TYPES, type JsonObject, type TestStages } from '@lethe/contracts';

/** A test of an event. What its message says is checked after the scopes. */
export interface TestRequest {
  readonly message: JsonObject;
  readonly stages: TestStages;
  /** All of the configuration, where nothing is stored that it would override. */
  readonly destinationConfig?: JsonObject;
}

/** What runs when the body does not say. */
const DEFAULT_STAGES: TestStages = {
  userTransform: true,
  destTransform: true,
  sendToDestination: false,
};

/** @param body as its DTO takes it */
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
