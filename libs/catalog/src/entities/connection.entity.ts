import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'catalog', name: 'connections' })
export class ConnectionEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text', { name: 'source_id' })
  sourceId!: string;

  @PrimaryColumn('text', { name: 'destination_id' })
  destinationId!: string;

  @Column('boolean')
  enabled!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
