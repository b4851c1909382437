/** Whether the gateway answered when it was last asked; who shows it subscribes with `useSyncExternalStore`. */
class Reachability {
  private isReachable = true;
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly get = (): boolean => this.isReachable;

  set(isReachable: boolean): void {
    if (this.isReachable === isReachable) return;
    this.isReachable = isReachable;
    for (const listener of this.listeners) listener();
  }
}

export const reachability = new Reachability();
