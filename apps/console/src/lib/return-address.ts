/**
 * Key in `sessionStorage`, which survives a visit to an identity provider. The browser deletes this
 * storage when the tab is closed.
 */
const KEY = 'lethe.return-address';
/**
 * URL fragment that `single-sign-on.ts` of the gateway adds after a sign-in by an identity
 * provider.
 */
const SIGNED_IN = '#signed-in';
const BASE = '/console';

interface Kept {
  /** Path below `/console`. */
  readonly address: string;
  readonly isOfSession: boolean;
}

/**
 * The page to which the user returns after a sign-in. The address never comes from a link, because
 * a link could lead to any page.
 */
export const returnAddress = {
  /** @param wasSignedIn true if the page was shown, false if it was only requested */
  keep(pathname: string, search: string, wasSignedIn: boolean): void {
    const kept: Kept = { address: pathname + search, isOfSession: wasSignedIn };
    withStorage((storage) => storage.setItem(KEY, JSON.stringify(kept)));
  },
  /** Returns true if a session ended while the page was shown. */
  isOfSession(): boolean {
    return read()?.isOfSession === true;
  },
  /** Returns and removes the address. */
  take(): string | undefined {
    const kept = read();
    withStorage((storage) => storage.removeItem(KEY));
    return kept?.address;
  },
  /**
   * Restores the address of the page after a sign-in by an identity provider. Must run before the
   * router reads the address.
   */
  resume(): void {
    if (location.hash !== SIGNED_IN) return;
    history.replaceState(null, '', `${BASE}${returnAddress.take() ?? '/'}`);
  },
};

function read(): Kept | undefined {
  const text = withStorage((storage) => storage.getItem(KEY));
  if (typeof text !== 'string') return undefined;
  const kept = JSON.parse(text) as Kept;
  return isOwn(kept.address) ? kept : undefined;
}

/**
 * Returns true if the address is a page of the console. Tests the resolved URL, because an address
 * such as `/../x` leaves the console.
 */
function isOwn(address: string): boolean {
  const { origin, pathname } = new URL(BASE + address, location.origin);
  return origin === location.origin && address.startsWith('/') && pathname.startsWith(`${BASE}/`);
}

/** Returns undefined if the browser forbids storage. The sign-in then leads to the first page. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
