import { InProcessBroker } from '@lethe/messaging';
import type { Relay } from '../src/relay/session/relay.js';
import { createLogger } from '@lethe/observability';
import { waitFor } from '@lethe/testing';
import { createRelay } from '../src/relay/create-relay.js';
import { readPosition } from '../src/relay/position/relay-position.js';
import { republishAll } from '../src/relay/position/republish-all.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

describe('republishAll', () => {
  let service: TestService;
  let relay: Relay;
  let published: string[];
  let gate: Promise<void>;
  const query: TestService['database']['query'] = (sql, parameters) =>
    service.database.query(sql, parameters);

  beforeEach(async () => {
    service = await newTestService();
    published = [];
    gate = Promise.resolve();
    const broker = new InProcessBroker();
    broker.subscribe('test.regulation.suppressions.v1', async ({ key }) => {
      await gate;
      published.push(key ?? '');
    });
    relay = createRelay({
      database: service.database,
      sessionUrl: service.url,
      publisher: broker.publisher(),
      topicPrefix: 'test.',
      logger: createLogger('test', 'fatal'),
    });
    relay.start();
  });
  afterEach(async () => {
    await relay.stop();
    await service.close();
  });

  const create = async (...users: string[]) => {
    await service.commands.createRegulations({
      context: contextOf(),
      ...suppress(...users),
      wantRecords: false,
    });
    relay.wake();
  };
  const times = (user: string) => published.filter((key) => key === `ws_a:${user}`).length;

  it('is done by an idle relay', async () => {
    await create('u1', 'u2');
    await waitFor(() => times('u1') === 1 && times('u2') === 1);
    await waitFor(async () => (await readPosition(query)).position === '2');
    await republishAll(query);
    await waitFor(() => times('u1') === 2 && times('u2') === 2);
  });

  it('is done by a busy relay, after its current round', async () => {
    await create('u1', 'u2');
    await waitFor(() => times('u1') === 1 && times('u2') === 1);
    let goOn: () => void = () => undefined;
    gate = new Promise((resolve) => {
      goOn = resolve;
    });
    await create('u3');
    await republishAll(query);
    goOn();
    await waitFor(() => times('u1') === 2 && times('u2') === 2 && times('u3') >= 1);
    await waitFor(async () => (await readPosition(query)).position === '3');
  });
});
