import { Store } from './store.js';

/** A choice of the person at this browser, kept in its storage. Never anything about users. */
export class Choice<T extends string> extends Store<T> {
  /** @param options the first is the one until somebody chooses */
  constructor(
    private readonly key: string,
    options: readonly [T, ...T[]],
    private readonly onChange: (value: T) => void = () => undefined,
  ) {
    super(options.find((option) => option === stored(key)) ?? options[0]);
    onChange(this.get());
  }

  override set(value: T): void {
    try {
      localStorage.setItem(this.key, value);
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
    this.onChange(value);
    super.set(value);
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
