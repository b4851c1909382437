/** Of this tab only: the browser keeps it while the tab is at an identity provider, and deletes it with the tab. */
const KEY = 'lethe.return-address';
/** Behind `/console/`, where a sign-in by an identity provider ends (`single-sign-on.ts` of the gateway). */
const SIGNED_IN = '#signed-in';
const BASE = '/console';

interface Kept {
  /** Below `/console`. */
  readonly address: string;
  readonly isOfSession: boolean;
}

/** The page that was asked for before a sign-in. No address in a link takes part in it: a link could lead anywhere. */
export const returnAddress = {
  /** @param wasSignedIn whether the page was seen, or only asked for */
  keep(pathname: string, search: string, wasSignedIn: boolean): void {
    const kept: Kept = { address: pathname + search, isOfSession: wasSignedIn };
    withStorage((storage) => storage.setItem(KEY, JSON.stringify(kept)));
  },
  /** Whether a session has ended there. */
  isOfSession(): boolean {
    return read()?.isOfSession === true;
  },
  /** Once. */
  take(): string | undefined {
    const kept = read();
    withStorage((storage) => storage.removeItem(KEY));
    return kept?.address;
  },
  /** Goes on with the page that was asked for, where an identity provider just signed the person in. Before the router reads the address. */
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

/** Whether it is a page of the console, however it is written. */
function isOwn(address: string): boolean {
  const { origin, pathname } = new URL(BASE + address, location.origin);
  return origin === location.origin && address.startsWith('/') && pathname.startsWith(`${BASE}/`);
}

/** A browser may forbid storage: then the sign-in leads to the first page. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
