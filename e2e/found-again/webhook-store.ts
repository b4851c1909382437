import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Store } from './store.js';
import { UserRows } from './user-rows.js';

/** A receiver of webhooks that deletes at `/delete` and says at `/verify` whom it has. */
export class WebhookStore extends UserRows implements Store {
  readonly type = 'WEBHOOK';
  readonly config: object;

  private constructor(private readonly server: Server) {
    super();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.config = {
      ...{ webhookUrl: `${url}/events`, deletionUrl: `${url}/delete` },
      ...{ verificationUrl: `${url}/verify`, deletionSecret: `whsec_${'A'.repeat(32)}` },
    };
    server.on('request', (request: IncomingMessage, response) => {
      void bodyOf(request).then(({ type, data }) => {
        const users = data.users.map(({ userId }) => userId);
        const isQuestion = request.url === '/verify' && type === 'user.verification_requested';
        if (isQuestion) response.end(JSON.stringify({ found: this.found(users) }));
        else response.end(JSON.stringify({ deleted: this.erase(users) }));
      });
    });
  }

  static async start(): Promise<WebhookStore> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookStore(server);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

interface Call {
  readonly type: string;
  readonly data: { readonly users: readonly { readonly userId: string }[] };
}

async function bodyOf(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Call;
}
