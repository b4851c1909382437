import { loadConfig } from '@lethe/config';
import { eventFilterConfigSchema } from './event-filter.config.js';

const GIVEN = { KAFKA_BROKERS: 'k:9092', LETHE_EVENTS_IN: 'events', LETHE_EVENTS_OUT: 'filtered' };
const load = (given: Record<string, string>) =>
  loadConfig(eventFilterConfigSchema, { ...GIVEN, ...given });

describe('configuration of the event filter', () => {
  it('has defaults for all but the topics', () => {
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

  it('refuses to forward a topic to itself', () => {
    expect(() => load({ LETHE_EVENTS_OUT: 'events' })).toThrow(/in circles/);
  });

  it('refuses its own dead letters as the output', () => {
    expect(() => load({ LETHE_EVENTS_OUT: 'events.dlq' })).toThrow(/dead letters/);
  });

  it('names the variable that is wrong', () => {
    expect(() => load({ LETHE_EVENT_USER: 'userId' })).toThrow(
      /LETHE_EVENT_USER: must be a list of places/,
    );
    expect(() => load({ LETHE_EVENTS_IN: 'a b' })).toThrow(/LETHE_EVENTS_IN: must be a name/);
  });
});
