import { StartLog } from './start-log.js';

const line = (level: string, more: object) => JSON.stringify({ level, ...more });
const PASSING = [
  line('warn', { msg: 'test results cannot be read, trying again' }),
  line('warn', { msg: 'the database schema is not ready yet, waiting' }),
  line('warn', { code: 'unavailable', msg: 'a command was refused' }),
  line('warn', { kafka: { broker: 'b' }, msg: 'Connection: Response CreateTopics(key: 19)' }),
];
const LASTING = [
  line('warn', {
    msg: 'the port for metrics cannot be opened: choose another LETHE_METRICS_LISTEN',
  }),
  line('error', { kafka: {}, msg: 'relay failed, trying again' }),
  'Error: Cannot find module',
  'null',
];

describe('StartLog', () => {
  let printed: string[];
  let log: StartLog;
  beforeEach(() => {
    printed = [];
    log = new StartLog((one) => printed.push(one));
    for (const one of [...PASSING, ...LASTING]) log.add('gateway', one);
  });

  it('prints only the lines about permanent problems if the start succeeds', () => {
    log.hasStarted();
    expect(printed).toEqual(LASTING.map((one) => `gateway        | ${one}`));
  });

  it('prints all delayed lines when the start fails', () => {
    log.hasFailed();
    expect(printed).toHaveLength(PASSING.length + LASTING.length);
  });

  it('prints every line after the start', () => {
    log.hasStarted();
    log.add('gateway', PASSING[0]!);
    expect(printed.at(-1)).toContain('trying again');
  });
});
