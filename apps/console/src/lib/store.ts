import { useSyncExternalStore } from 'react';

/** A value outside of React components. Components read it with the hook `use`. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly get = (): T => this.value;

  set(value: T): void {
    if (Object.is(this.value, value)) return;
    this.value = value;
    for (const listener of this.listeners) listener();
  }

  /** Returns the value. The calling component renders again when the value changes. */
  use(): T {
    return useSyncExternalStore(this.subscribe, this.get);
  }
}
