import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A client of a Redis server for commands whose replies have one line, or one text. */
export class RedisClient {
  private readonly lines: string[] = [];
  private readonly waiting: ((line: string) => void)[] = [];
  private rest = '';

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.rest + text).split('\r\n');
      this.rest = lines.pop()!;
      for (const line of lines) {
        const wanted = this.waiting.shift();
        if (wanted === undefined) this.lines.push(line);
        else wanted(line);
      }
    });
  }

  static async open(port: number): Promise<RedisClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new RedisClient(socket);
  }

  /** @throws Error if the server refuses the command */
  async send(command: readonly string[]): Promise<string> {
    const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
    this.socket.write(`*${command.length}\r\n${parts.join('')}`);
    const reply = await this.line();
    if (reply.startsWith('-')) throw new Error(reply);
    if (reply.startsWith('$')) await this.line(); // the text itself
    return reply;
  }

  line(): Promise<string> {
    const line = this.lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    this.socket.destroy();
  }
}
