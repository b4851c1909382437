import { JsonSocket } from '@nestjs/microservices';
import { CHARACTERS_OF_A_STEP, holdsLongList, parseInSteps, writeInSteps } from '@lethe/resilience';

class Serialized {
  constructor(readonly text: string) {}
}

/** Private method of Nest's socket. */
interface Formatting {
  formatMessageData(message: unknown): string;
}

/**
 * Nest's socket for both sides of a connection between a gateway and the regulation service. It
 * serializes and parses large messages in steps, so that other work of the process can run between
 * the steps. A small message can overtake a large message. This is safe, because messages have ids.
 */
export class SteppingSocket extends JsonSocket {
  private isJoining = false;

  constructor(...args: ConstructorParameters<typeof JsonSocket>) {
    super(...args);
    const nest = this as unknown as Formatting;
    const format = nest.formatMessageData.bind(this);
    nest.formatMessageData = (message) =>
      message instanceof Serialized ? `${message.text.length}#${message.text}` : format(message);
  }

  protected override handleSend(message: object, callback?: (error?: unknown) => void): void {
    if (!holdsLongList(message)) {
      this.joinWrites();
      super.handleSend(message, callback);
      return;
    }
    void writeInSteps(message).then((text) => {
      this.sendMessage(new Serialized(text), callback); // the connection may be closed by now
    });
  }

  /**
   * Sends all messages of this turn of the event loop with one system call. Commands that one
   * statement has stored are answered in one turn.
   */
  private joinWrites(): void {
    if (this.isJoining) return;
    this.isJoining = true;
    this.socket.cork();
    setImmediate(() => {
      this.isJoining = false;
      this.socket.uncork();
    });
  }

  protected override emitMessage(text: string): void {
    if (text.length <= CHARACTERS_OF_A_STEP) {
      super.emitMessage(text);
      return;
    }
    parseInSteps(text)
      .then((message) => this.socket.emit('message', message ?? {}))
      .catch((error: unknown) => {
        this.handleDataError(error);
      });
  }
}
