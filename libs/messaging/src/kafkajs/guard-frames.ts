import type { Socket } from 'node:net';

/** A server violates the Kafka protocol. */
export class KafkaFrameError extends Error {
  override readonly name = 'KafkaFrameError';
}

/**
 * Closes the connection if the length of an answer is invalid. The length is in the first four
 * bytes of each answer. Without this check, kafkajs 2.2.4 loops for ever at a negative length, and
 * throws an uncaught error at a small length. At a large length, it buffers up to 2 GB.
 *
 * @param maxBytes maximum length of an answer
 */
export function guardFrames(socket: Socket, maxBytes: number): void {
  const emit = socket.emit.bind(socket);
  const frames = new Frames(maxBytes);
  socket.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event !== 'data') return emit(event, ...values);
    if (socket.destroyed) return false;
    try {
      frames.check(values[0] as Buffer);
      return emit(event, ...values);
    } catch (error) {
      socket.destroy(error as Error);
      return false;
    }
  };
}

const LENGTH_BYTES = 4;
/** Length of the correlation id. Each answer has this id after its length. */
const MIN_BYTES = 4;

/** Checks the lengths of the answers in a stream. */
class Frames {
  private head = Buffer.alloc(0);
  private left = 0;

  constructor(private readonly maxBytes: number) {}

  /** @throws KafkaFrameError for a length out of bounds */
  check(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.left > 0) {
        const step = Math.min(this.left, chunk.length - at);
        this.left -= step;
        at += step;
        continue;
      }
      const taken = chunk.subarray(at, at + LENGTH_BYTES - this.head.length);
      this.head = Buffer.concat([this.head, taken]);
      at += taken.length;
      if (this.head.length < LENGTH_BYTES) return;
      this.left = this.head.readInt32BE(0);
      this.head = Buffer.alloc(0);
      if (this.left < MIN_BYTES || this.left > this.maxBytes) {
        throw new KafkaFrameError('The server does not answer like a Kafka broker');
      }
    }
  }
}
