import { TOKENS } from '../support/workspaces.js';

/** The parts of an answer of the Test API that tests of failures check. */
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
  readonly to: string;
  /** A text by which the receiver recognises the event. */
  readonly marker: string;
  /** Stages of the run. Default: transform the event for the destination, and send it. */
  readonly stage?: object;
}

/** Sends a test of a destination to a gateway. @param address base URL of the gateway */
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

/** Returns markers of several events. No marker is part of another. */
export function markersOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${name}-${n}.`);
}
