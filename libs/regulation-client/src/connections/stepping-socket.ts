import { JsonSocket } from '@nestjs/microservices';
import { CHARACTERS_OF_A_STEP, holdsLongList, parseInSteps, writeInSteps } from '@lethe/resilience';

/** A message that is written already. */
class Written {
  constructor(readonly text: string) {}
}

/** What Nest keeps to itself of the socket. */
interface Formatting {
  formatMessageData(message: unknown): string;
}

/**
 * Nest's socket, at both ends of the connections between gateways and the regulation service. Large messages are written and
 * read in steps: each takes longer than others may wait. One may be overtaken by smaller ones, which their ids tell apart.
 */
export class SteppingSocket extends JsonSocket {
  constructor(...args: ConstructorParameters<typeof JsonSocket>) {
    super(...args);
    const nest = this as unknown as Formatting;
    const format = nest.formatMessageData.bind(this);
    nest.formatMessageData = (message) =>
      message instanceof Written ? `${message.text.length}#${message.text}` : format(message);
  }

  protected override handleSend(message: object, callback?: (error?: unknown) => void): void {
    if (!holdsLongList(message)) {
      super.handleSend(message, callback);
      return;
    }
    void writeInSteps(message).then((text) => {
      this.sendMessage(new Written(text), callback); // the connection may be closed by now
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
