import { connect, type Socket } from 'node:net';

/** A connection on which a test writes the text of HTTP requests. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves with all received text when the other side has closed the connection. */
  readonly closed: Promise<string>;
}

export function openRaw(baseUrl: string): RawConnection {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  const closed = new Promise<string>((resolve) => {
    socket.on('error', () => undefined); // a reset counts as a close
    socket.on('close', () => {
      resolve(received);
    });
  });
  return { socket, closed };
}

/** Writes lines of HTTP and waits until the other side closes the connection. */
export async function sendRawLines(baseUrl: string, lines: readonly string[]): Promise<string> {
  const { socket, closed } = openRaw(baseUrl);
  socket.write(lines.join('\r\n'));
  return closed;
}

/** Returns the JSON body of a raw answer. */
export function bodyOf(answer: string): Record<string, unknown> {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>;
}
