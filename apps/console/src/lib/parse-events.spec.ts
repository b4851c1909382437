import { parseEvents } from './parse-events.js';

describe('events as somebody writes them', () => {
  it('are one or a list', () => {
    expect(parseEvents('{"type":"track"}')).toEqual({ events: [{ type: 'track' }] });
    expect(parseEvents('[{"a":1},{"b":2}]')).toEqual({ events: [{ a: 1 }, { b: 2 }] });
  });

  it('are told where they are not JSON', () => {
    expect(parseEvents('{\n  "a": 1,\n  "b": x\n}')).toMatchObject({ problem: { line: 3 } });
    expect(parseEvents('{\n  "a": 1,\n')).toMatchObject({ problem: { line: 3 } });
    expect(parseEvents('')).toMatchObject({ problem: { line: 1 } });
  });

  it.each(['1', 'null', '[]', '[1]', '[[]]', `[${Array(11).fill('{}').join(',')}]`])(
    'are objects, and not too many: %s',
    (text) => {
      expect(parseEvents(text)).toMatchObject({ problem: { line: 1 } });
    },
  );
});
