import { FairSlots } from '@lethe/resilience';
import { fakeExchange } from '../../test/fake-exchange.js';
import { enterSlot } from './enter-slot.js';

const exchange = () => fakeExchange('a', 0);
const open = () => new FairSlots({ slots: 1, perOwner: 1, maxWaiting: 5 });

describe('enterSlot', () => {
  it('takes a free slot without a listener on the connection', async () => {
    const [request, reply] = exchange();
    await enterSlot(open(), 'a', [request, reply]);
    expect(request.raw.socket.listenerCount('close')).toBe(0);
    expect(reply.raw.listenerCount('close')).toBe(0);
  });

  it('refuses a caller that has disconnected, although a slot is free', async () => {
    const slots = open();
    const [request, reply] = exchange();
    Object.assign(request.raw.socket, { destroyed: true });
    await expect(enterSlot(slots, 'a', [request, reply])).rejects.toMatchObject({
      code: 'request_timeout',
    });
    expect(slots.isFreeFor('a')).toBe(true);
  });

  it('ends the wait if the caller disconnects, or at the deadline', async () => {
    const slots = open();
    await enterSlot(slots, 'a', exchange());
    const [request, reply] = exchange();
    const waits = enterSlot(slots, 'a', [request, reply]);
    reply.raw.emit('close');
    await expect(waits).rejects.toMatchObject({ code: 'request_timeout' });
    const late = enterSlot(slots, 'a', exchange(), Date.now() + 10);
    const alive = setTimeout(() => undefined, 5_000); // the timer of the deadline keeps nothing alive
    await expect(late).rejects.toMatchObject({ code: 'unavailable' });
    clearTimeout(alive);
    expect(slots.waiting).toBe(0);
  });
});
