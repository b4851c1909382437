/** What is read of a command before the key is known to be ours. */
export interface ShownBy {
  readonly key?: unknown;
  readonly id?: unknown;
}

/** JSON of as much is read in no time; of 25 MiB it may become 600 MiB, and take seconds. */
const SMALL = 64 * 1024;
/** A key and an id have fewer characters. */
const END = 4 * 1024;
const TEXT = /"(?:[^"\\]|\\.)*"/.source;
const WRITTEN_LAST = new RegExp(`(?:"key":(${TEXT}))?\\},"id":(${TEXT})\\}$`);

/**
 * Reads the key and the id that a command shows. Of a large one only its end, where gateways write both:
 * what else is in it may come from anybody.
 *
 * @throws SyntaxError where it is no JSON
 */
export function shownBy(text: string): ShownBy {
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
