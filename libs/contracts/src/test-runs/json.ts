/** An object as JSON holds it. */
export type JsonObject = Readonly<Record<string, unknown>>;
