let inHand: string | undefined;

/** Hands code of the playground over to the page that saves it: in memory, as it is nobody else's yet. */
export const draftInHand = {
  give(code: string): void {
    inHand = code;
  },
  /** Until it is saved: React may ask twice. */
  peek(): string | undefined {
    return inHand;
  },
  drop(): void {
    inHand = undefined;
  },
};
