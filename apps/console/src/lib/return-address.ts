let address: string | undefined;

/** Where somebody was when the session ended: in memory, for the sign-in page to lead back to. */
export const returnAddress = {
  keep(pathname: string, search: string): void {
    address = pathname + search;
  },
  /** Once. */
  take(): string | undefined {
    const taken = address;
    address = undefined;
    return taken;
  },
};
