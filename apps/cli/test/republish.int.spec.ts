import { describeWithKafka, waitFor } from '@lethe/testing';
import { runCli, startCommand } from './cli-under-test.js';
import { Restorable } from './restorable.js';

describeWithKafka('topics republish', () => {
  let lethe: Restorable;
  const command = ['topics', 'republish'];

  beforeAll(async () => {
    lethe = await Restorable.make();
    await lethe.start();
    const users = [{ userId: 'u1' }, { userId: 'u2' }];
    await lethe.create('ws_a', { regulationType: 'suppress', users });
    await lethe.told();
  });
  afterAll(() => lethe.remove());

  const times = async (): Promise<number> => (await lethe.records('suppressions')).length;

  it('makes a running relay publish everything again, and shows progress', async () => {
    expect(await times()).toBe(2);
    const { code, stdout, stderr } = await runCli(command, lethe.environment);
    expect({ code, stdout }).toEqual({ code: 0, stdout: ['Everything is published.'] });
    expect(stderr.join()).toMatch(/^Published/);
    expect(await times()).toBe(4);
    const [newest] = (await lethe.records('relay')).slice(-1);
    expect(newest?.value).not.toBeNull();
  });

  it('can be interrupted while no relay runs, and the next relay publishes', async () => {
    await lethe.stop();
    const running = startCommand(command, lethe.environment);
    await running.waitForLine(/^No relay is running/);
    const { code, stdout } = await running.interrupt();
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: ['The relay continues in the background.'],
    });
    const before = await times();
    await lethe.start();
    await waitFor(async () => (await times()) === before + 2);
  });

  it('is refused when Lethe runs without Kafka', async () => {
    await lethe.stop();
    await lethe.query(`update regulation.relay_positions set cluster_id = 'in-process'`);
    const { code, stderr } = await runCli(command, lethe.environment);
    expect(code).toBe(1);
    expect(stderr.join()).toContain('Lethe runs without Kafka here');
  });
});
