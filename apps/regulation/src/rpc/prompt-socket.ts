import type { Socket } from 'node:net';
import { JsonSocket } from '@nestjs/microservices';

/** Nest's framing over a socket that sends small answers at once (no Nagle). */
export class PromptSocket extends JsonSocket {
  constructor(socket: Socket) {
    super(socket);
    socket.setNoDelay(true);
  }
}
