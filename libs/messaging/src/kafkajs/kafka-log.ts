import { logLevel, type logCreator } from 'kafkajs';

/** Where the client's own messages go. Never gets a key, a value or a header of a record. */
export type KafkaLog = (
  level: 'warn' | 'info' | 'debug',
  message: string,
  fields: Readonly<Record<string, string | number>>,
) => void;

/** What kafkajs adds to a message and may be passed on; anything else could be a payload. */
const FIELDS = ['broker', 'clientId', 'groupId', 'error', 'retryCount', 'retryTime'] as const;

/** A broker that is down makes kafkajs repeat itself several times a second. */
const REPEAT_MS = 10_000;

/** Retried a moment later and normal: after a commit, after a topic's or the broker's start. */
const EXPECTED =
  /another concurrent operation|does not host this topic|coordinator (is )?(not available|loading)|correct coordinator/;

/**
 * kafkajs calls an error what it is about to retry, so everything goes one level down: what fails
 * for good is thrown, and whoever catches it logs it.
 */
const LEVELS = {
  [logLevel.ERROR]: 'warn',
  [logLevel.WARN]: 'info',
  [logLevel.INFO]: 'debug',
} as const;

/** Adapts a log function to kafkajs; drops repeats within ten seconds. */
export function kafkaLogCreator(log: KafkaLog, now: () => number = Date.now): logCreator {
  const lastSeen = new Map<string, number>();
  return () => (entry) => {
    const level = LEVELS[entry.level as keyof typeof LEVELS] as
      'warn' | 'info' | 'debug' | undefined;
    if (level === undefined) return;
    const message = `${entry.namespace}: ${entry.log.message}`;
    const time = now();
    if (time - (lastSeen.get(message) ?? -Infinity) < REPEAT_MS) return;
    if (lastSeen.size > 100) lastSeen.clear();
    lastSeen.set(message, time);
    const fields = pick(entry.log);
    const expected = EXPECTED.test(`${message} ${String(fields.error)}`);
    log(expected ? 'debug' : level, message, fields);
  };
}

function pick(extra: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const fields: Record<string, string | number> = {};
  for (const name of FIELDS) {
    const value = extra[name];
    if (typeof value === 'string' || typeof value === 'number') fields[name] = value;
  }
  return fields;
}
