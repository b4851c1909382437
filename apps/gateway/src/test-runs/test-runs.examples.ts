import type { TestDestinationRequestDto, TestUnsavedDestinationRequestDto } from '@lethe/api';
import { deliveryRequest } from '@lethe/contracts';
import type {
  TestResultDto,
  UnsavedTestResultDto,
  UntestedDestinationDto,
} from './test-result.dto.js';

const EVENT = {
  type: 'track',
  event: 'Signed up',
  userId: 'user-1',
  properties: { plan: 'pro' },
};

export const REQUEST: TestDestinationRequestDto = {
  message: EVENT,
  stage: { user_transform: true, dest_transform: true, send_to_destination: true },
};

/** Sends nothing: who tries it out sends nothing to a stranger. */
export const UNSAVED_REQUEST: TestUnsavedDestinationRequestDto = {
  type: 'WEBHOOK',
  config: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
  message: EVENT,
  stage: { dest_transform: true },
};

const MADE = {
  dest_transformed_payload: [
    deliveryRequest({
      method: 'POST',
      endpoint: 'https://example.com/hook',
      headers: { 'content-type': 'application/json' },
      body: { JSON: EVENT },
    }),
  ],
};

export const RESULT: TestResultDto = {
  destinationId: 'dst_hook',
  destination: 'WEBHOOK',
  destinationName: 'Ops webhook',
  data: [
    {
      user_transformed_payload: EVENT,
      ...MADE,
      destination_response: [{ ok: true }],
      destination_response_status: [200],
    },
  ],
};

export const UNSAVED_RESULT: UnsavedTestResultDto = { destination: 'WEBHOOK', data: [MADE] };

export const DISABLED: UntestedDestinationDto = {
  destinationId: 'dst_old',
  destinationName: 'Old webhook',
  error: 'Destination with id dst_old is disabled',
};
