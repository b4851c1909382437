/**
 * A revoked or expired credential. With these data, an operator can identify a client that still
 * uses it.
 */
export interface FormerCredential {
  readonly endedBy: 'revoked' | 'expired';
  readonly id: string;
  readonly name: string;
  /** Workspace or namespace to which the credential belonged. */
  readonly owner: { readonly workspaceId: string } | { readonly namespaceId: string };
}

/** Called with a credential that was rejected because it was revoked or has expired. */
export type OnFormer = (former: FormerCredential) => void;
