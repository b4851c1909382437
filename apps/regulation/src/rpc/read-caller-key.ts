/** Parts of a command that are read before its caller is authenticated. */
export interface ShownBy {
  readonly key?: unknown;
  readonly id?: unknown;
}

/**
 * Characters of a command that is parsed as a whole: it takes no time, while 25 MiB of JSON may
 * take seconds and 600 MiB.
 */
const SMALL = 64 * 1024;
/** Characters at the end of a large command that are read; key and id have fewer. */
const END = 4 * 1024;
const TEXT = /"(?:[^"\\]|\\.)*"/.source;
const WRITTEN_LAST = new RegExp(`(?:"key":(${TEXT}))?\\},"id":(${TEXT})\\}$`);

/**
 * Reads the key and the id that a command shows. Of a large command only the end is read, where
 * gateways write both: the rest may come from anybody.
 *
 * @throws SyntaxError where it is no JSON
 */
export function readCallerKey(text: string): ShownBy {
  if (text.length > SMALL) {
    const [, key, id] = WRITTEN_LAST.exec(text.slice(-END)) ?? [];
    return { key: textOf(key), id: textOf(id) };
  }
  const { id, data } = Object(JSON.parse(text)) as { id?: unknown; data?: unknown };
  return { key: (Object(data) as ShownBy).key, id };
}

function textOf(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
