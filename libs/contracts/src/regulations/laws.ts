/** Laws that set the deadline of a deletion. `due-at.ts` in the regulation service has the rules. */
export const LAWS = ['gdpr', 'ccpa'] as const;
export type Law = (typeof LAWS)[number];
