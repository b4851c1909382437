import { readOutcome } from './read-outcome.js';

const read = (json: string, inputs = 2) => readOutcome({ status: 'ok', json, logs: ['x'] }, inputs);

describe('readOutcome', () => {
  it('returns the events, and the positions of dropped events', () => {
    expect(read('{"events":[{"event":{"a":1},"input":1},{"event":{}}]}', 3)).toEqual({
      status: 'ok',
      events: [{ event: { a: 1 }, input: 1 }, { event: {} }],
      dropped: [0, 2],
      logs: ['x'],
    });
  });

  it('returns a failure unchanged', () => {
    const failed = { status: 'failed', error: 'no', logs: ['x'] } as const;
    expect(readOutcome(failed, 1)).toEqual(failed);
  });

  it.each([
    '',
    'null',
    '{"events":',
    '{"events":{}}',
    '{"events":[null]}',
    '{"events":[{"event":[]}]}',
    '{"events":[{"event":{},"input":2}]}',
    '{"events":[{"event":{},"input":-1}]}',
    '{"events":[{"event":{},"input":0.5}]}',
    '{"events":[{"event":{},"input":"0"}]}',
  ])('returns a failure for the invalid result %j', (json) => {
    expect(read(json)).toEqual({
      status: 'failed',
      error: 'The transformation returned no valid events',
      logs: ['x'],
    });
  });
});
