import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { MessagePort } from 'node:worker_threads';
import type { Deliver } from '../destination-provider.js';
import type { AnsweredMessage, DeliverMessage } from './actions-task.js';
import { toDeliveryRequest } from './to-delivery-request.js';

/**
 * Sends the requests that arrive at a port, one after another and each once. Returns their answers
 * through the port.
 *
 * @param port port to a run in a worker thread
 * @param deliver sends a request
 * @param userId user of the event
 * @param isOver when it returns true, no further request is sent
 * @returns a list of the sent requests, which grows with each request
 */
export function deliverThroughPort(
  port: MessagePort,
  deliver: Deliver,
  userId: string,
  isOver: () => boolean,
): readonly DeliveryRequest[] {
  const sent: DeliveryRequest[] = [];
  let previous: Promise<void> = Promise.resolve();
  port.on('message', ({ id, request }: DeliverMessage) => {
    previous = previous.then(async () => {
      if (isOver()) return;
      const delivery = toDeliveryRequest(request, userId);
      sent.push(delivery);
      port.postMessage(toMessage(id, await deliver(delivery)));
    });
  });
  return sent;
}

function toMessage(id: number, { status, body }: DeliveryAnswer): AnsweredMessage {
  return typeof body === 'string' || body === undefined
    ? { id, status, contentType: 'text/plain; charset=utf-8', text: body ?? '' }
    : { id, status, contentType: 'application/json', text: JSON.stringify(body) };
}
