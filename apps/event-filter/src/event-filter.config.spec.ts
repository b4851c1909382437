import { loadConfig } from '@lethe/config';
import { eventFilterConfigSchema } from './event-filter.config.js';

const GIVEN = { KAFKA_BROKERS: 'k:9092', LETHE_EVENTS_IN: 'events', LETHE_EVENTS_OUT: 'filtered' };
const load = (given: Record<string, string>) =>
  loadConfig(eventFilterConfigSchema, { ...GIVEN, ...given });

describe('eventFilterConfigSchema', () => {
  it('has defaults for all variables except the brokers and the topics', () => {
    expect(load({})).toMatchObject({
      LETHE_EVENT_USER: [
        { kind: 'pointer', path: ['userId'] },
        { kind: 'pointer', path: ['previousId'] },
        { kind: 'pointer', path: ['context', 'traits', 'userId'] },
      ],
      LETHE_EVENT_WORKSPACE: [
        { kind: 'header', name: 'workspaceId' },
        { kind: 'pointer', path: ['workspaceId'] },
      ],
      LETHE_EVENTS_GROUP: 'lethe.event-filter',
      LETHE_EVENTS_SESSION_TIMEOUT: 10,
    });
  });

  it('rejects the input topic as the output topic', () => {
    expect(() => load({ LETHE_EVENTS_OUT: 'events' })).toThrow(/its own output/);
  });

  it('rejects the dead-letter topic as the output topic', () => {
    expect(() => load({ LETHE_EVENTS_OUT: 'events.dlq' })).toThrow(/dead-letter topic/);
  });

  it('throws an error with the name of the invalid variable', () => {
    expect(() => load({ LETHE_EVENT_USER: 'userId' })).toThrow(
      /LETHE_EVENT_USER: must be a list of header/,
    );
    expect(() => load({ LETHE_EVENTS_IN: 'a b' })).toThrow(
      /LETHE_EVENTS_IN: must be 1 to 245 letters/,
    );
  });
});
