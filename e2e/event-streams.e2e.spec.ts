import { get } from 'node:http';
import { describeWithKafka, waitFor } from '@lethe/testing';
import { TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

describeWithKafka('the event stream', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start({ gateways: 2 });
  });

  afterAll(() => system.stop());

  /** Reads an event stream of a gateway until it ends. */
  const open = (token: keyof typeof TOKENS, gateway: number, lastEventId?: string) => {
    let text = '';
    let status: number | undefined;
    let isOver = false;
    const headers = {
      authorization: `Bearer ${TOKENS[token]}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const over = (): void => {
      isOver = true;
    };
    const request = get(`${system.addressOf(gateway)}/v2/events/stream`, { headers }, (answer) => {
      status = answer.statusCode;
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('end', over).once('error', over);
    }).once('error', over);
    return {
      status: () => status,
      isOver: () => isOver,
      lastId: () => [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
      created: () =>
        [...text.matchAll(/^data: (\{"type":"regulations.created".*)$/gm)].flatMap(
          ([, data = '']) => (JSON.parse(data) as { ids: string[] }).ids,
        ),
      close: () => request.destroy(),
    };
  };

  const create = async (gateway: number, userId: string): Promise<string> => {
    const { text } = await system.api('admin', gateway).request('POST', '/v2/regulations', {
      body: { regulationType: 'suppress', users: [{ userId }] },
      headers: { accept: 'application/json' },
    });
    return (JSON.parse(text) as { id: string }[])[0]!.id;
  };

  it('continues at another gateway when its gateway was killed', async () => {
    const stream = open('admin', 0);
    await waitFor(() => stream.lastId() !== undefined);
    const first = await create(1, 'first');
    await waitFor(() => stream.created().length === 1);
    await system.gateways[0]!.kill();
    await waitFor(() => stream.isOver());
    const second = await create(1, 'second');
    const again = open('admin', 1, stream.lastId());
    const third = await waitFor(() => again.lastId()).then(() => create(1, 'third'));
    await waitFor(() => again.created().length >= 2);
    expect([...stream.created(), ...again.created()]).toEqual([first, second, third]);
    again.close();
    system.gateways[0]!.start();
    await system.ready();
  });

  it('ends when its token is revoked, and every gateway refuses the token, also after a restart', async () => {
    const statuses = (): Promise<number[]> =>
      Promise.all(
        system.gateways.map(async (_, gateway) => {
          const api = system.api('shortLived', gateway);
          return (await api.request('GET', '/v2/regulations')).status;
        }),
      );
    expect(await statuses()).toEqual([200, 200]);
    const stream = open('shortLived', 0);
    await waitFor(() => stream.lastId() !== undefined);
    expect(stream.status()).toBe(200);
    const revoke = ['token', 'revoke', '--workspace', WORKSPACE, '--name', 'short-lived'];
    expect(await system.cli(...revoke).exited).toMatchObject({ code: 0 });
    await waitFor(() => stream.isOver());
    await waitFor(() => {
      const again = open('shortLived', 0, stream.lastId());
      return waitFor(() => again.status()).then((status) => status === 401);
    });
    await waitFor(async () => (await statuses()).every((status) => status === 401), {
      // A test in libs/catalog shows that the revocation takes effect within 5 s.
      message: 'both gateways to refuse the token',
    });
    expect((await system.api('admin').list()).data).toHaveLength(3);

    // The workspace file contains the token, and each start applies the file.
    await Promise.all(system.gateways.map((gateway) => gateway.stop()));
    for (const gateway of system.gateways) gateway.start();
    await system.ready();
    expect(await statuses()).toEqual([401, 401]);
  });
});
