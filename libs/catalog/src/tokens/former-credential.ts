/** A credential that works no more. Whoever still uses it can be told by this. */
export interface FormerCredential {
  readonly endedBy: 'revoked' | 'expired';
  /** Of the token or the data plane. */
  readonly id: string;
  /** Unique among those of its owner. */
  readonly name: string;
  /** The workspace or namespace that it belonged to. */
  readonly owner: { readonly workspaceId: string } | { readonly namespaceId: string };
}

/** Is told of a credential that was refused for that. */
export type OnFormer = (former: FormerCredential) => void;
