import type { ConnectionMode } from '@lethe/destination-definitions';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'catalog', name: 'destinations' })
export class DestinationEntity {
  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  /** Name of the destination definition. */
  @Column('text')
  type!: string;

  @Column('boolean')
  enabled!: boolean;

  @Column('text', { name: 'connection_mode' })
  connectionMode!: ConnectionMode;

  @Column('jsonb')
  config!: Record<string, unknown>;

  @Column('text', { name: 'transformation_id', nullable: true })
  transformationId!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
