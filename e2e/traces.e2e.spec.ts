import { TOPICS } from '@lethe/contracts';
import { createKafka, createTopic } from '@lethe/messaging';
import { describeWithKafka, TestCollector, waitFor } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';
import { deletingWorkspace } from './support/deletion-orders.js';
import { Instance } from './support/instance.js';
import { mainOf } from './support/main-of.js';
import { pathsOf, spansOf } from './support/span-paths.js';
import { DELETION_SECRET, TOKENS } from './support/workspaces.js';
import { StandaloneSystem } from './standalone-system.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';
import { HOOK_SECRET, testApiWorkspaces } from './test-api/workspace.js';

/** Part of each identifier, payload, path and invented text below. Spans must not contain it. */
const MARK = 'Tx9Qm';
let marks = 0;
const marked = (): string => `${MARK}${(marks += 1)}`;

const CALLER = 'b7ad6b7169203331';
const traceId = (digit: string): string => digit.repeat(32);
const traceparent = (id: string): string => `00-${id}-${CALLER}-01`;
const [OF_TEST, OF_ORDER, OF_EVENT, OF_REFUSED] = ['1', '2', '3', '4'].map(traceId) as [
  string,
  string,
  string,
  string,
];

const workspacesAt = (receiver: Receiver): object[] => [
  ...testApiWorkspaces(`${receiver.url}/${marked()}`),
  deletingWorkspace(receiver.url, { dst_deleting: `/${marked()}?key=${marked()}` }),
];

/** Sends a request with marked texts in its headers. @returns the status */
async function send(
  address: string,
  path: string,
  { trace, token, body }: { trace: string; token: string; body: object },
): Promise<number> {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      traceparent: traceparent(trace),
      tracestate: `vendor=${marked()}`,
      baggage: `user=${marked()}`,
      'x-request-id': marked(),
      'user-agent': marked(),
    },
    body: JSON.stringify(body),
  });
  await answer.text();
  return answer.status;
}

const testDestination = (address: string) =>
  send(address, '/v0/testDestination/dst_hook', {
    trace: OF_TEST,
    token: TOKENS.admin,
    body: {
      message: { type: 'track', event: marked(), userId: marked(), context: { email: marked() } },
      stage: { user_transform: true, dest_transform: true, send_to_destination: true },
    },
  });

const orderDeletion = (address: string, userId: string) =>
  send(address, '/v2/regulations', {
    trace: OF_ORDER,
    token: TOKENS.deleter,
    body: {
      regulationType: 'suppress_with_delete',
      destinationIds: ['dst_deleting'],
      reason: marked(),
      users: [{ userId, email: `${marked()}@x.example` }],
    },
  });

const STAGES = ['user_transformation', 'dest_transformation', 'send_to_destination'];

describeWithKafka('the traces of a whole run', () => {
  let collector: TestCollector;
  let receiver: Receiver;
  let system: System;
  let filter: Instance | undefined;
  const userId = marked();

  beforeAll(async () => {
    collector = await TestCollector.start();
    receiver = await Receiver.start();
    system = await System.start({
      ...{ runners: 1, workers: 1, workspaces: workspacesAt(receiver) },
      environment: () => collector.environment,
    });
  });
  afterAll(async () => {
    await filter?.stop();
    await system.stop();
    await receiver.stop();
    await collector.stop();
  });

  const shows = (trace: string, paths: readonly string[]) =>
    waitFor(() => paths.every((path) => pathsOf(collector.spans, trace).includes(path)), {
      message: () => `spans, got:\n${pathsOf(collector.spans, trace).join('\n')}\n${system.output}`,
    });
  const span = (trace: string, name: string, service: string) =>
    spansOf(collector.spans, trace).find((one) => one.name === name && one.service === service);

  it('show a test from the request to the delivery, over Kafka', async () => {
    expect(await testDestination(system.addressOf(0))).toBe(200);
    const request = 'POST /v0/testDestination/:id';
    const run = `${request} > publish > test run`;
    const expected = [
      `lethe-gateway: ${request}`,
      `lethe-gateway: ${request} > publish`,
      `lethe-test-runner: ${run}`,
      `lethe-test-runner: ${run} > publish`,
      `lethe-test-runner: ${run} > test destination`,
      ...STAGES.map((stage) => `lethe-test-runner: ${run} > test destination > ${stage}`),
      `lethe-test-runner: ${run} > test destination > send_to_destination > deliver`,
    ];
    await shows(OF_TEST, expected);
    expect(pathsOf(collector.spans, OF_TEST)).toEqual(expected.sort());
    expect(span(OF_TEST, request, 'lethe-gateway')).toMatchObject({
      parentSpanId: CALLER,
      attributes: { 'http.route': '/v0/testDestination/:id', 'lethe.workspace.id': 'ws_e2e' },
    });
    expect(span(OF_TEST, 'deliver', 'lethe-test-runner')?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'lethe.destination.type': 'WEBHOOK',
    });
    expect(receiver.requests.at(-1)?.headers).not.toHaveProperty('traceparent');
  });

  it('show a regulation from the request to the deletion, over TCP, the database and Kafka', async () => {
    expect(await orderDeletion(system.addressOf(0), userId)).toBe(201);
    const request = 'POST /v2/regulations';
    const command = `${request} > regulations.create.v3`;
    const expected = [
      `lethe-gateway: ${request}`,
      `lethe-gateway: ${command}`,
      `lethe-regulation: ${command} > regulations.create.v3`,
      `lethe-regulation: ${command} > regulations.create.v3 > publish`,
      `lethe-deletion-worker: ${command} > regulations.create.v3 > work on deletions`,
      `lethe-deletion-worker: ${command} > regulations.create.v3 > work on deletions > delete`,
    ];
    await shows(OF_ORDER, expected);
    expect(pathsOf(collector.spans, OF_ORDER)).toEqual(expected.sort());
    expect(span(OF_ORDER, 'delete', 'lethe-deletion-worker')?.attributes).toMatchObject({
      'lethe.outcome': 'complete',
      'lethe.calls': 1,
    });
  });

  it('continue in facts and deletion jobs on the topics, but not in suppression states', async () => {
    const origin = span(OF_ORDER, 'regulations.create.v3', 'lethe-regulation')?.spanId ?? '';
    const sent = () =>
      spansOf(collector.spans, OF_ORDER)
        .filter(({ name }) => name === 'publish')
        .map(({ spanId }) => `00-${OF_ORDER}-${spanId}-01`);
    for (const topic of ['lifecycle', 'deletions'] as const) {
      const records = await system.records(topic);
      expect(records.length).toBeGreaterThan(0);
      for (const { headers } of records) {
        expect(headers.ce_traceparent).toBe(`00-${OF_ORDER}-${origin}-01`);
        await waitFor(() => sent().includes(headers.traceparent ?? ''), {
          message: () => `the sending ${headers.traceparent}, got ${sent().join()}`,
        });
      }
    }
    await system.drained();
    const [state, ...others] = await system.records('suppressions');
    expect(others).toEqual([]);
    expect(Object.keys(state?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringContaining('trace')]),
    );
  });

  it('show in the trace of the producer that the filter dropped events', async () => {
    const prefix = system.topic('lifecycle').replace(TOPICS.lifecycle.name, '');
    const [input, output] = [`${prefix}in`, `${prefix}out`];
    const kafka = createKafka({ brokers: system.brokers.split(','), clientId: 'e2e' });
    for (const topic of [input, output]) await createTopic(kafka, topic, 1);
    filter = new Instance('event-filter', {
      args: [mainOf('event-filter')],
      env: {
        KAFKA_BROKERS: system.brokers,
        LETHE_TOPIC_PREFIX: prefix,
        LETHE_EVENTS_GROUP: `${prefix}filter`,
        ...{ LETHE_EVENTS_IN: input, LETHE_EVENTS_OUT: output, PORT: '0' },
        ...collector.environment,
      },
    });
    filter.start();
    await filter.waitForLine(/filtering events/);
    const producer = kafkajsOf(kafka).producer();
    await producer.connect();
    const event = (user: string) => ({
      value: JSON.stringify({ userId: user, workspaceId: 'ws_deleting', event: marked() }),
      headers: { traceparent: traceparent(OF_EVENT), sourceId: marked() },
    });
    await producer.send({ topic: input, messages: [event(userId), event(marked())] });
    await producer.disconnect();
    await shows(OF_EVENT, ['lethe-event-filter: drop']);
    expect(spansOf(collector.spans, OF_EVENT)).toMatchObject([
      {
        parentSpanId: CALLER,
        attributes: {
          'lethe.workspace.id': 'ws_deleting',
          'lethe.events.dropped': 1,
          'messaging.destination.name': input,
        },
      },
    ]);
  });

  it('are named in log lines', () => {
    const line = (text: string): unknown =>
      JSON.parse(
        system.output.split('\n').find((one) => one.includes(text) && one.includes(OF_TEST)) ??
          '{}',
      );
    const request = span(OF_TEST, 'POST /v0/testDestination/:id', 'lethe-gateway');
    expect(line('"msg":"request"')).toMatchObject({ trace_id: OF_TEST, span_id: request?.spanId });
    const run = span(OF_TEST, 'test run', 'lethe-test-runner');
    expect(line('test run done')).toMatchObject({ trace_id: OF_TEST, span_id: run?.spanId });
  });

  it('contain no identifier, token, payload, address or secret', async () => {
    const refused = { trace: OF_REFUSED, token: TOKENS.admin, body: { [marked()]: marked() } };
    const address = system.addressOf(0);
    expect(await send(address, `/v2/regulations?user_id=${marked()}`, refused)).toBe(400);
    expect(await send(address, `/v0/testDestination/${marked()}`, refused)).toBe(404);
    expect(await send(address, `/${marked()}/${marked()}`, refused)).toBe(404);
    expect(await send(address, '/v2/regulations', { ...refused, token: marked() })).toBe(401);
    await Promise.all([...system.instances, filter!].map((instance) => instance.stop()));
    // Without these spans, the search below would prove nothing.
    expect(spansOf(collector.spans, OF_REFUSED)).toHaveLength(4);
    expect(new Set(collector.spans.map(({ service }) => service)).size).toBe(5);

    const all = collector.bodies.join('\n').toLowerCase();
    const secrets = [MARK, ...Object.values(TOKENS), HOOK_SECRET, DELETION_SECRET];
    for (const secret of [...secrets, '@', receiver.url, new URL(receiver.url).host, 'whsec_']) {
      expect([secret, all.includes(secret.toLowerCase())]).toEqual([secret, false]);
    }
  });
});

describe('the traces of the standalone app', () => {
  it('show the same steps in one process', async () => {
    const collector = await TestCollector.start();
    const receiver = await Receiver.start();
    const system = await StandaloneSystem.start(workspacesAt(receiver), collector.environment);
    try {
      expect(await testDestination(system.address)).toBe(200);
      expect(await orderDeletion(system.address, marked())).toBe(201);
      const expected = [
        'POST /v0/testDestination/:id > publish > test run > test destination > send_to_destination > deliver',
        'POST /v2/regulations > publish',
        'POST /v2/regulations > work on deletions > delete',
      ].map((path) => `lethe-standalone: ${path}`);
      const paths = () => [OF_TEST, OF_ORDER].flatMap((id) => pathsOf(collector.spans, id));
      await waitFor(() => expected.every((path) => paths().includes(path)), {
        message: () => `spans, got:\n${paths().join('\n')}\n${system.app.output}`,
      });
    } finally {
      await system.stop();
      await receiver.stop();
      await collector.stop();
    }
    expect(collector.bodies.join('')).not.toContain(MARK);
  });
});
