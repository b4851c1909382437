/**
 * Assigns the same number to equal JSON values, so that two values can be compared in one step.
 * Each value is read only once. Comparing all pairs of values, or all members again at each level,
 * would take quadratic time. The order of members does not matter.
 */
export class ValueIds {
  private readonly ids = new Map<string, number>();
  private readonly known = new WeakMap<object, number>();

  /** @param value must not change while this object is in use */
  of(value: unknown): number {
    if (typeof value !== 'object' || value === null) return this.idOf(scalarKey(value));
    const known = this.known.get(value);
    if (known !== undefined) return known;
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
