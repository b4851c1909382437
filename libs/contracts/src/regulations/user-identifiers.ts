/**
 * Identifiers of one user, which are the unchanged `userId` and all other identifiers that the
 * caller sent.
 */
export type UserIdentifiers = { readonly userId: string } & Readonly<Record<string, unknown>>;
