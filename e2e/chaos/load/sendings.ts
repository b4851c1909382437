import type { RegulationDetailDto, RegulationDto, RegulationPageDto } from '@lethe/api/regulations';
import type { TestResultDto } from '@lethe/api/tests';
import type { Request } from '../history.js';
import type { Sending } from './caller.js';
import { COMMON, emailOf } from './users.js';

type CreateRequest = Extract<Request, { name: 'create' }>;

/**
 * Sends the name of the operation as an identifier of each user. So the database shows the
 * operation, even if no answer arrived.
 */
export function createSending(
  op: string,
  { regulationType, userIds, sourceIds, isKeyed }: CreateRequest,
  destinationIds?: readonly string[],
): Sending {
  return {
    method: 'POST',
    path: '/v2/regulations',
    options: {
      headers: { accept: 'application/json', ...(isKeyed ? { 'idempotency-key': op } : {}) },
      body: {
        regulationType,
        users: userIds.map((userId) => ({ userId, email: emailOf(userId), operation: op })),
        ...(sourceIds === undefined ? {} : { sourceIds }),
        ...(destinationIds === undefined ? {} : { destinationIds }),
      },
    },
    read: ({ text }) => {
      const records = JSON.parse(text) as RegulationDto[];
      return { kind: 'acknowledged', ids: records.map(({ id }) => id) };
    },
  };
}

export function cancelSending(id: string): Sending {
  return {
    method: 'DELETE',
    path: `/v2/regulations/${id}`,
    read: () => ({ kind: 'acknowledged' }),
  };
}

export function readSending(id: string): Sending {
  return {
    method: 'GET',
    path: `/v2/regulations/${id}`,
    read: ({ text }) => {
      const { canceled } = JSON.parse(text) as RegulationDetailDto;
      return { kind: 'acknowledged', isCanceled: canceled };
    },
  };
}

export function verifySending(id: string): Sending {
  return {
    method: 'POST',
    path: `/v2/regulations/${id}/verify`,
    read: () => ({ kind: 'acknowledged' }),
  };
}

/** @param cursor of the page to read; the first page when absent */
export function listSending(cursor?: string): Sending {
  return {
    method: 'GET',
    path: `/v2/regulations?limit=50${cursor === undefined ? '' : `&after_cursor=${cursor}`}`,
    read: ({ text }) => {
      const { paging } = JSON.parse(text) as RegulationPageDto;
      const next = new URL(paging.next ?? '', 'http://gateway').searchParams.get('after_cursor');
      return { kind: 'acknowledged', ...(next === null ? {} : { cursor: next }) };
    },
  };
}

/** The user of test events. */
const TEST_USER = { userId: COMMON[0]!, context: { traits: { email: emailOf(COMMON[0]!) } } };

/** Sends an event with the operation's name to the destination. */
export function runSending(op: string, destinationId: string): Sending {
  return {
    method: 'POST',
    path: `/v0/testDestination/${destinationId}`,
    options: {
      body: {
        message: { type: 'track', event: op, ...TEST_USER },
        stage: { dest_transform: true, send_to_destination: true },
      },
    },
    read: ({ text }) => {
      const { data } = JSON.parse(text) as TestResultDto;
      const isDelivered = data.some((result) => result.destination_response_status?.includes(200));
      return { kind: 'acknowledged', isDelivered };
    },
  };
}
