import { TOKENS } from '../support/workspaces.js';

/** What the Test API answers, as far as tests of its failures look. */
export interface TestAnswer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly data: readonly {
      readonly destination_response?: unknown;
      readonly destination_response_status?: readonly number[];
    }[];
  };
}

export const SEND = { dest_transform: true, send_to_destination: true };

export interface RunToSend {
  /** Id of the destination. */
  readonly to: string;
  /** By which the receiver knows the event again. */
  readonly marker: string;
  /** Default: to transform for the destination, and to send. */
  readonly stage?: object;
}

/** Has a gateway test a destination. @param address base URL of the gateway */
export async function sendRun(
  address: string,
  { to, marker, stage = SEND }: RunToSend,
): Promise<TestAnswer> {
  const response = await fetch(`${address}/v0/testDestination/${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKENS.admin}` },
    body: JSON.stringify({ message: { type: 'track', event: marker }, stage }),
  });
  return { status: response.status, body: (await response.json()) as TestAnswer['body'] };
}

/** Markers of several events, none of which is part of another. */
export function markersOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name}-${n}.`);
}
