export interface ServerEvent {
  readonly type: string;
  readonly id: string | undefined;
  readonly data: string;
}

/**
 * Server-sent events of a body, as the HTML standard reads them (§9.2.6).
 *
 * @param onHeard called whenever something came, comments included
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onHeard: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let event: { type: string; id: string | undefined; data: string[] } = emptyEvent();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return; // what has no empty line after it is not whole
      onHeard();
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') {
          addField(event, line);
          continue;
        }
        const { type, id, data } = event;
        event = emptyEvent();
        if (data.length > 0) yield { type, id, data: data.join('\n') };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function emptyEvent() {
  return { type: 'message', id: undefined as string | undefined, data: [] as string[] };
}

function addField(
  event: { type: string; id: string | undefined; data: string[] },
  line: string,
): void {
  const colon = line.indexOf(':');
  if (colon === 0) return; // a comment keeps the connection open
  const name = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (name === 'event') event.type = value;
  else if (name === 'data') event.data.push(value);
  else if (name === 'id' && !value.includes('\0')) event.id = value;
}
