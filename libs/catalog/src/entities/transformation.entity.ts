import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'catalog', name: 'transformations' })
export class TransformationEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  /** Source of an ES module. */
  @Column('text')
  code!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
