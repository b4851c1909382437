import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'catalog', name: 'tokens' })
export class TokenEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the token, which itself is stored nowhere. */
  @Column('bytea')
  hash!: Buffer;

  @Column('text')
  email!: string;

  @Column('text', { array: true })
  scopes!: string[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** Coarse: at most once an hour. */
  @Column('timestamptz', { name: 'last_used_at', nullable: true })
  lastUsedAt!: Date | null;
}
