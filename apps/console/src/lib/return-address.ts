let address: string | undefined;
let isOfSession = false;

/** Where somebody was when the session ended: in memory, for the sign-in page to lead back to. */
export const returnAddress = {
  /** @param wasSignedIn whether somebody saw the page, or only asked for it */
  keep(pathname: string, search: string, wasSignedIn: boolean): void {
    address = pathname + search;
    isOfSession = wasSignedIn;
  },
  /** Whether a session has ended there. */
  isOfSession(): boolean {
    return address !== undefined && isOfSession;
  },
  /** Once. */
  take(): string | undefined {
    const taken = address;
    address = undefined;
    return taken;
  },
};
