import { Agent, get, type IncomingMessage } from 'node:http';
import { waitFor } from '@lethe/testing';
import type { FastifyInstance } from 'fastify';
import { useGateways, type GatewayUnderTest } from './gateway-under-test.js';

const start = useGateways();
const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

describe('a connection that its caller keeps open', () => {
  it('is closed after the next answer while the gateway drains', async () => {
    const gateway = await start({ drainTimeoutMs: 600_000 });
    const caller = oneConnection();
    expect((await ask(gateway, caller)).headers.connection).toBe('keep-alive');
    const { closed } = close(gateway);
    await waitFor(async () => (await gateway.health.readiness()).status === 'not_ready');
    const answers: unknown[] = [];
    await waitFor(async () => {
      const answer = await ask(gateway, caller).catch((error: unknown) => ({ error }));
      answers.push('error' in answer ? answer : answer.statusCode);
      return 'error' in answer || answer.headers.connection === 'close';
    });
    expect(answers).toEqual(answers.map(() => 200));
    await closed; // much earlier than the end of the drain time
  });

  it('is closed without an answer at the end of the drain time', async () => {
    const gateway = await start({ drainTimeoutMs: 500 });
    const caller = oneConnection();
    await ask(gateway, caller);
    const [socket] = Object.values(caller.freeSockets).flat();
    const socketClosed = new Promise((resolve) => socket!.once('close', resolve));
    const { elapsed, closed } = close(gateway);
    await socketClosed;
    expect(elapsed()).toBeGreaterThanOrEqual(500);
    await closed;
  });
});

describe('the drain time', () => {
  it("is not limited by Fastify's plugin timeout", async () => {
    const { app } = await start();
    const fastify: FastifyInstance = app.getHttpAdapter().getInstance();
    expect(fastify.initialConfig.pluginTimeout).toBe(0);
  });
});

function oneConnection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

function ask({ url }: GatewayUnderTest, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}/livez`, { agent }, (answer) => {
      answer.resume().once('end', () => {
        resolve(answer);
      });
    }).once('error', reject);
  });
}

function close({ app }: GatewayUnderTest): { elapsed: () => number; closed: Promise<void> } {
  const startedAt = performance.now();
  return { elapsed: () => performance.now() - startedAt, closed: app.close() };
}
