import { logLevel, type LogEntry } from 'kafkajs';
import { kafkaLogCreator } from './kafka-log.js';

function fixture() {
  const lines: { level: string; message: string; fields: object }[] = [];
  const clock = { now: 0 };
  const write = kafkaLogCreator(
    (level, message, fields) => lines.push({ level, message, fields }),
    () => clock.now,
  )(logLevel.INFO);
  const say = (level: logLevel, message: string, extra: object = {}): void => {
    const log = { timestamp: '', message, ...extra };
    write({ namespace: 'Connection', level, label: '', log } satisfies LogEntry);
  };
  return { lines, clock, say };
}

describe('the log of the Kafka client', () => {
  it('is one level quieter, since the client retries', () => {
    const { lines, say } = fixture();
    say(logLevel.ERROR, 'one');
    say(logLevel.WARN, 'two');
    say(logLevel.INFO, 'three');
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'debug']);
  });

  it('passes on what is known to be harmless, and no payload', () => {
    const { lines, say } = fixture();
    const payload = { value: 'user-1', payload: Buffer.from('user-1'), key: 'user-1' };
    say(logLevel.ERROR, 'failed', { broker: 'b:9092', retryCount: 2, ...payload });
    expect(lines[0]?.fields).toEqual({ broker: 'b:9092', retryCount: 2 });
  });

  it('drops repeats within ten seconds', () => {
    const { lines, clock, say } = fixture();
    for (clock.now = 0; clock.now <= 10_000; clock.now += 100) {
      say(logLevel.ERROR, 'connection refused');
    }
    expect(lines).toHaveLength(2);
  });

  it('calls normal what follows a commit or a start', () => {
    const { lines, say } = fixture();
    say(logLevel.ERROR, 'Response GroupCoordinator', {
      error: 'The group coordinator is not available',
    });
    expect(lines[0]?.level).toBe('debug');
  });
});
