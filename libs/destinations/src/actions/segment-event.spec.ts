import { toSegmentEvent } from './segment-event.js';

describe('toSegmentEvent', () => {
  it('does not change a complete event', () => {
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

  it('reads traits from the event or from its context', () => {
    const context = { traits: { email: 'context@example.com' } };
    expect(toSegmentEvent({ type: 'identify', context })).toMatchObject({ traits: context.traits });
    expect(toSegmentEvent({ type: 'identify', context, traits: { a: 1 } })).toMatchObject({
      traits: { a: 1 },
    });
    expect(toSegmentEvent({ type: 'track', context })).not.toHaveProperty('traits');
  });

  it('adds the id and the time that a real event gets at ingestion', () => {
    const event = toSegmentEvent({ type: 'track', sentAt: '2026-01-02T03:04:06.000Z' });
    expect(event).toMatchObject({ timestamp: '2026-01-02T03:04:06.000Z', properties: {} });
    expect(event.messageId).toEqual(expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect(Date.parse(String(toSegmentEvent({}).timestamp))).not.toBeNaN();
  });

  it('reads the IP address of the client from request_ip', () => {
    expect(toSegmentEvent({ request_ip: '192.0.2.1' })).toMatchObject({
      context: { ip: '192.0.2.1' },
    });
    expect(toSegmentEvent({ request_ip: '192.0.2.1', context: { ip: '::1' } })).toMatchObject({
      context: { ip: '::1' },
    });
  });

  it('replaces a context and traits of a wrong type by empty objects', () => {
    expect(
      toSegmentEvent({ type: 'identify', context: 'x', traits: ['y'], properties: 5 }),
    ).toMatchObject({ context: {}, traits: {} });
  });
});
