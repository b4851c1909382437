import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Who carries deletions out for a workspace. */
export type DeletionsMode = 'lethe' | 'data-plane';

@Entity({ schema: 'catalog', name: 'workspaces' })
export class WorkspaceEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  deletions!: DeletionsMode;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
