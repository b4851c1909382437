import { logLevel, type logCreator } from 'kafkajs';

/** Receives log messages of kafkajs. Never receives a key, value or header of a record. */
export type KafkaLog = (
  level: 'warn' | 'info' | 'debug',
  message: string,
  fields: Readonly<Record<string, string | number>>,
) => void;

/** Fields of a kafkajs message that are safe to log. Any other field could contain a payload. */
const FIELDS = ['broker', 'clientId', 'groupId', 'error', 'retryCount', 'retryTime'] as const;

/**
 * Time for which a repeated message is dropped. While a broker is down, kafkajs repeats a message
 * several times a second.
 */
const REPEAT_MS = 10_000;

/**
 * Errors that are normal directly after the end of a transaction, and while a topic or a broker
 * starts. kafkajs retries at once.
 */
const EXPECTED =
  /another concurrent operation|does not host this topic|coordinator (is )?(not available|loading)|correct coordinator/;

/**
 * kafkajs logs an error before it retries, so each level is lowered by one. Permanent errors are
 * thrown, and the caller logs them.
 */
const LEVELS = {
  [logLevel.ERROR]: 'warn',
  [logLevel.WARN]: 'info',
  [logLevel.INFO]: 'debug',
} as const;

/** Adapts a log function to kafkajs. Drops a message that is repeated within 10 s. */
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
