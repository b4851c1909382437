import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Credentials of a data plane: of one workspace, or of one namespace. */
@Entity({ schema: 'catalog', name: 'data_planes' })
export class DataPlaneEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text', { name: 'workspace_id', nullable: true })
  workspaceId!: string | null;

  @Column('text', { name: 'namespace_id', nullable: true })
  namespaceId!: string | null;

  @Column('text')
  name!: string;

  /** SHA-256 of the secret, which itself is stored nowhere. */
  @Column('bytea')
  hash!: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;
}
