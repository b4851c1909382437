import { Store } from './store.js';

/** A setting in the storage of this browser. It must not contain data about users. */
export class Choice<T extends string> extends Store<T> {
  /** @param options possible values; the first one is the default */
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
      // If storage is forbidden, the choice lasts until the page is closed.
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
