import { readEvents, type ServerEvent } from './event-stream.js';

function bodyOf(...chunks: readonly string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
}

async function eventsOf(...chunks: readonly string[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  await readEvents(bodyOf(...chunks), {
    onEvent: (event) => void events.push(event),
    onHeard: () => undefined,
  });
  return events;
}

describe('readEvents', () => {
  it('reads type, id and data, even if each chunk contains only one character', async () => {
    const text = ': hello\n\nid: 7\nevent: regulations.created\ndata: {"a":1}\ndata: 2\n\n';
    const expected = [{ event: 'regulations.created', id: '7', data: '{"a":1}\n2' }];
    expect(await eventsOf(text)).toEqual(expected);
    expect(await eventsOf(...text.split(/(?=[\s\S])/))).toEqual(expected);
  });

  it('accepts CR LF, even if a chunk ends between CR and LF', async () => {
    const text = ['data: one\r', '\ndata: two\r\n\r', '\n'];
    expect(await eventsOf(...text)).toEqual([{ data: 'one\ntwo' }]);
  });

  it('ignores incomplete events, events without data, and comments', async () => {
    expect(await eventsOf('event: x\n\n: c\n\ndata: half')).toEqual([]);
  });

  it('calls `onHeard` for every received chunk', async () => {
    let heard = 0;
    await readEvents(bodyOf(': a\n\n', ': b\n\n'), {
      onEvent: () => undefined,
      onHeard: () => (heard += 1),
    });
    expect(heard).toBe(2);
  });
});
