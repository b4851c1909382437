let inHand: string | undefined;
let listener: (() => void) | undefined;

/** Hands an identifier of a user over to the page of people: in memory, as URLs are logged and remembered. */
export const userInHand = {
  give(identifier: string): void {
    inHand = identifier;
    listener?.();
  },
  /** Once: a reload of the page forgets it. */
  take(): string | undefined {
    const taken = inHand;
    inHand = undefined;
    return taken;
  },
  /** Calls when one is given. @returns ends that */
  onGiven(call: () => void): () => void {
    listener = call;
    return () => {
      if (listener === call) listener = undefined;
    };
  },
};
