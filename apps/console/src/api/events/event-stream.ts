import { createParser, type EventSourceMessage } from 'eventsource-parser';

export type ServerEvent = EventSourceMessage;

interface Listeners {
  readonly onEvent: (event: ServerEvent) => void;
  /** Called for every chunk, even if the chunk contains only comments. */
  readonly onHeard: () => void;
}

/** Reads server-sent events until the body ends. */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEvent, onHeard }: Listeners,
): Promise<void> {
  const parser = createParser({ onEvent });
  const write = (text: string) => {
    onHeard();
    parser.feed(text);
  };
  await body.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write }));
}
