import type { DeliveryAnswer, DeliveryRequest } from '@lethe/contracts';
import type { MessagePort } from 'node:worker_threads';
import type { Deliver } from '../destination-provider.js';
import type { AnsweredMessage, DeliverMessage } from './actions-task.js';
import { toDeliveryRequest } from './to-delivery-request.js';

/**
 * Serves the requests that come through a port, one after another, each once.
 *
 * @param port whose other end a run has
 * @param deliver sends
 * @param userId of the event
 * @param isOver once it is true nothing more is sent
 * @returns what was sent so far, in order; grows
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
