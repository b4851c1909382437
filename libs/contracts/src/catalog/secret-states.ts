/** Whether a token, or the secret of a data plane, works. */
export const SECRET_STATES = ['active', 'expired', 'revoked'] as const;
export type SecretState = (typeof SECRET_STATES)[number];
