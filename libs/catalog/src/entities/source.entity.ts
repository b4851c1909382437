import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'catalog', name: 'sources' })
export class SourceEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  type!: string;

  @Column('text', { name: 'write_key' })
  writeKey!: string;

  @Column('boolean')
  enabled!: boolean;

  @Column('jsonb')
  config!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
