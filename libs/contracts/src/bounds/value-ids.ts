/**
 * Gives equal JSON values the same number, so that two of them are compared in one step. Each value is read once, however often
 * it is compared: comparing values with each other again at each level, or each with all, takes time that grows with the square.
 * Members count in any order.
 */
export class ValueIds {
  private readonly ids = new Map<string, number>();
  private readonly known = new WeakMap<object, number>();

  /** @param value must not change as long as this object is in use */
  of(value: unknown): number {
    if (typeof value !== 'object' || value === null) return this.idOf(scalarKey(value));
    const before = this.known.get(value);
    if (before !== undefined) return before;
    const id = this.idOf(Array.isArray(value) ? this.listKey(value) : this.objectKey(value));
    this.known.set(value, id);
    return id;
  }

  private idOf(key: string): number {
    const id = this.ids.get(key) ?? this.ids.size;
    this.ids.set(key, id);
    return id;
  }

  private listKey(list: readonly unknown[]): string {
    return `[${list.map((element) => this.of(element)).join()}`;
  }

  private objectKey(value: object): string {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}${this.of(member)}`).join()}`;
  }
}

function scalarKey(value: unknown): string {
  return typeof value === 'string' ? `"${value}` : String(value);
}
