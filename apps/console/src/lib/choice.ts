/** A choice of the person at this browser, kept in its storage. Never anything about users. */
export class Choice<T extends string> {
  private value: T;
  private readonly listeners = new Set<() => void>();

  /** @param options the first is the one until somebody chooses */
  constructor(
    private readonly key: string,
    private readonly options: readonly [T, ...T[]],
    private readonly onChange: (value: T) => void = () => undefined,
  ) {
    this.value = this.stored() ?? options[0];
    onChange(this.value);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly get = (): T => this.value;

  set(value: T): void {
    this.value = value;
    try {
      localStorage.setItem(this.key, value);
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
    this.onChange(value);
    for (const listener of this.listeners) listener();
  }

  private stored(): T | undefined {
    try {
      const stored = localStorage.getItem(this.key);
      return this.options.find((option) => option === stored);
    } catch {
      return undefined;
    }
  }
}
