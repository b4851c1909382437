import { toSegmentEvent } from './segment-event.js';

describe('toSegmentEvent', () => {
  it('keeps an event that is complete', () => {
    const event = {
      type: 'track',
      event: 'Tested',
      userId: 'user-1',
      messageId: 'msg-1',
      timestamp: '2026-01-02T03:04:05.000Z',
      originalTimestamp: '2026-01-02T03:04:04.000Z',
      sentAt: '2026-01-02T03:04:06.000Z',
      receivedAt: '2026-01-02T03:04:07.000Z',
      properties: { a: 1 },
      context: { traits: { email: 'jane@example.com' } },
      integrations: { All: true },
    };
    expect(toSegmentEvent(event)).toEqual(event);
  });

  it('takes traits from where they are', () => {
    const context = { traits: { email: 'context@example.com' } };
    expect(toSegmentEvent({ type: 'identify', context })).toMatchObject({ traits: context.traits });
    expect(toSegmentEvent({ type: 'identify', context, traits: { a: 1 } })).toMatchObject({
      traits: { a: 1 },
    });
    expect(toSegmentEvent({ type: 'track', context })).not.toHaveProperty('traits');
  });

  it('fills in what a real event would have got on its way in', () => {
    const event = toSegmentEvent({ type: 'track', sentAt: '2026-01-02T03:04:06.000Z' });
    expect(event).toMatchObject({ timestamp: '2026-01-02T03:04:06.000Z', properties: {} });
    expect(event.messageId).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(Date.parse(String(toSegmentEvent({}).timestamp))).not.toBeNaN();
  });

  it('knows the address that a request came from', () => {
    expect(toSegmentEvent({ request_ip: '192.0.2.1' })).toMatchObject({
      context: { ip: '192.0.2.1' },
    });
    expect(toSegmentEvent({ request_ip: '192.0.2.1', context: { ip: '::1' } })).toMatchObject({
      context: { ip: '::1' },
    });
  });

  it('does not stumble over members of another shape', () => {
    expect(
      toSegmentEvent({ type: 'identify', context: 'x', traits: ['y'], properties: 5 }),
    ).toMatchObject({ context: {}, traits: {} });
  });
});
