import { logLevel, type LogEntry } from 'kafkajs';
import { kafkaLogCreator } from './kafka-log.js';

function fixture() {
  const lines: { level: string; message: string; fields: object }[] = [];
  const clock = { now: 0 };
  const write = kafkaLogCreator(
    (level, message, fields) => lines.push({ level, message, fields }),
    () => clock.now,
  )(logLevel.INFO);
  const emit = (level: logLevel, message: string, extra: object = {}): void => {
    const log = { timestamp: '', message, ...extra };
    write({ namespace: 'Connection', level, label: '', log } satisfies LogEntry);
  };
  return { lines, clock, emit };
}

describe('kafkaLogCreator', () => {
  it('lowers each level by one, because the client retries', () => {
    const { lines, emit } = fixture();
    emit(logLevel.ERROR, 'one');
    emit(logLevel.WARN, 'two');
    emit(logLevel.INFO, 'three');
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'debug']);
  });

  it('logs only safe fields and no payload', () => {
    const { lines, emit } = fixture();
    const payload = { value: 'user-1', payload: Buffer.from('user-1'), key: 'user-1' };
    emit(logLevel.ERROR, 'failed', { broker: 'b:9092', retryCount: 2, ...payload });
    expect(lines[0]?.fields).toEqual({ broker: 'b:9092', retryCount: 2 });
  });

  it('drops a message that is repeated within 10 s', () => {
    const { lines, clock, emit } = fixture();
    for (clock.now = 0; clock.now <= 10_000; clock.now += 100) {
      emit(logLevel.ERROR, 'connection refused');
    }
    expect(lines).toHaveLength(2);
  });

  it('uses the level debug for errors that are normal after a transaction or during a start', () => {
    const { lines, emit } = fixture();
    emit(logLevel.ERROR, 'Response GroupCoordinator', {
      error: 'The group coordinator is not available',
    });
    expect(lines[0]?.level).toBe('debug');
  });
});
