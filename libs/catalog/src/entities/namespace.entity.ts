import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A named group of workspaces that one data plane serves. */
@Entity({ schema: 'catalog', name: 'namespaces' })
export class NamespaceEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
