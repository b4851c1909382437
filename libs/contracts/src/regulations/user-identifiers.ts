/** The identifiers of one user: `userId` as it was given, and whatever else was given beside it. */
export type UserIdentifiers = { readonly userId: string } & Readonly<Record<string, unknown>>;
