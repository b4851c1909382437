/**
 * A revoked or expired credential. With this data, an operator can identify a client that still
 * uses the credential.
 */
export interface FormerCredential {
  readonly endedBy: 'revoked' | 'expired';
  readonly id: string;
  readonly name: string;
  /** Workspace or namespace to which the credential belonged. */
  readonly owner: { readonly workspaceId: string } | { readonly namespaceId: string };
}

/** Called with a rejected credential that was revoked or has expired. */
export type OnFormer = (former: FormerCredential) => void;
