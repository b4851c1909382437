import type { Schemas } from '../api/client.js';

type User = Schemas['CreateRegulationsDto']['users'][number];

/** Before a further identifier: `user-1, email=user-1@example.com`. A comma within a user id stays. */
const BEFORE_FURTHER = /(?:,|\t)\s*(?=[A-Za-z0-9_.$-]{1,64}=)/;

export interface WrittenUsers {
  readonly users: readonly User[];
  /** Of each user, from 1 on: what is wrong with one can be said of its line. */
  readonly lines: readonly number[];
}

/** A user a line: the user id, then further identifiers as `name=value`. */
export function parseUsers(text: string): WrittenUsers {
  const users: User[] = [];
  const lines: number[] = [];
  text.split(/\r\n|\n|\r/).forEach((line, index) => {
    const [userId = '', ...further] = line.split(BEFORE_FURTHER).map((part) => part.trim());
    if (userId === '' && further.length === 0) return;
    const identifiers = further.map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals), part.slice(equals + 1).trim()];
    });
    users.push({ userId, ...(Object.fromEntries(identifiers) as Record<string, string>) });
    lines.push(index + 1);
  });
  return { users, lines };
}

/** `line 3 (email)` for `users[2].email`. */
export function placeOf(path: string, lines: readonly number[]): string {
  const found = /^users\[(\d+)\](?:\.(.+)|\[(.+)\])?$/.exec(path);
  if (found === null) return path;
  const line = lines[Number(found[1])];
  const name = found[2] ?? found[3];
  if (line === undefined) return path;
  return name === undefined ? `line ${line}` : `line ${line} (${name})`;
}
