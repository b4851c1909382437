/** Members of a command that are read before the caller is authenticated. */
export interface ShownBy {
  readonly key?: unknown;
  readonly id?: unknown;
}

/**
 * Maximum characters of a command that is parsed before its key is checked. Parsing 25 MiB of JSON
 * can take seconds and 600 MiB of memory.
 */
const MAX_PARSED = 64 * 1024;
/** Characters that are read at the end of a larger command. The key and the id are shorter. */
const END_LENGTH = 4 * 1024;
const TEXT = /"(?:[^"\\]|\\.)*"/.source;
const KEY_AND_ID = new RegExp(`(?:"key":(${TEXT}))?\\},"id":(${TEXT})\\}$`);

/**
 * Reads the key and the id of a command. Reads only the end of a large command, where gateways
 * write the key and the id. The other data is not trusted yet.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function readCallerKey(text: string): ShownBy {
  if (text.length > MAX_PARSED) {
    const [, key, id] = KEY_AND_ID.exec(text.slice(-END_LENGTH)) ?? [];
    return { key: textOf(key), id: textOf(id) };
  }
  const { id, data } = Object(JSON.parse(text)) as { id?: unknown; data?: unknown };
  return { key: (Object(data) as ShownBy).key, id };
}

function textOf(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
