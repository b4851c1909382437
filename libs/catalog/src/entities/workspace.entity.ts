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

  /** Seconds from the creation of a deletion until it may begin. */
  @Column('integer', { name: 'deletion_delay_seconds' })
  deletionDelaySeconds!: number;

  /** Days from the creation of a deletion by which it has to be done. */
  @Column('integer', { name: 'deletion_deadline_days' })
  deletionDeadlineDays!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
