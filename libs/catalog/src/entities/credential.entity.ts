import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A secret that user transformations read by its key. */
@Entity({ schema: 'catalog', name: 'credentials' })
export class CredentialEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  value!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
