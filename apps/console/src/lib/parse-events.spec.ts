import { parseEvents } from './parse-events.js';

describe('parseEvents', () => {
  it('accepts one event or a list of events', () => {
    expect(parseEvents('{"type":"track"}')).toEqual({ events: [{ type: 'track' }] });
    expect(parseEvents('[{"a":1},{"b":2}]')).toEqual({ events: [{ a: 1 }, { b: 2 }] });
  });

  it('reports the line of invalid JSON', () => {
    expect(parseEvents('{\n  "a": 1,\n  "b": x\n}')).toMatchObject({ problem: { line: 3 } });
    expect(parseEvents('{\n  "a": 1,\n')).toMatchObject({ problem: { line: 3 } });
    expect(parseEvents('')).toMatchObject({ problem: { line: 1 } });
  });

  it.each(['1', 'null', '[]', '[1]', '[[]]', `[${Array(11).fill('{}').join(',')}]`])(
    'rejects other values and too many events: %s',
    (text) => {
      expect(parseEvents(text)).toMatchObject({ problem: { line: 1 } });
    },
  );
});
