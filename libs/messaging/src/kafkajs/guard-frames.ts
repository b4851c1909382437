import type { Socket } from 'node:net';

/** A broker, or what listens in its place, breaks Kafka's protocol. */
export class KafkaFrameError extends Error {
  override readonly name = 'KafkaFrameError';
}

/**
 * Ends a connection whose answers are not as Kafka's are: each begins with its length in four bytes. By
 * itself kafkajs 2.2.4 goes round for ever at a negative length, throws where nobody catches it at one
 * that is too short, and keeps up to 2 GB of one that is long.
 *
 * @param most bytes of an answer
 */
export function guardFrames(socket: Socket, most: number): void {
  const emit = socket.emit.bind(socket);
  const frames = new Frames(most);
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
/** The number of the request that is answered. */
const LEAST_BYTES = 4;

/** Follows the lengths in a stream of answers. */
class Frames {
  private head = Buffer.alloc(0);
  private left = 0;

  constructor(private readonly most: number) {}

  /** @throws KafkaFrameError at a length that is out of bounds */
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
      if (this.left < LEAST_BYTES || this.left > this.most) {
        throw new KafkaFrameError('The server does not answer as Kafka does');
      }
    }
  }
}
