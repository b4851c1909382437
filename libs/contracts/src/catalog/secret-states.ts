/** State of a token, or of the secret of a data plane. */
export const SECRET_STATES = ['active', 'expired', 'revoked'] as const;
export type SecretState = (typeof SECRET_STATES)[number];
