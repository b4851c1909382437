import { Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'catalog', name: 'namespace_workspaces' })
export class NamespaceWorkspaceEntity {
  @PrimaryColumn('text', { name: 'namespace_id' })
  namespaceId!: string;

  @PrimaryColumn('text', { name: 'workspace_id' })
  workspaceId!: string;
}
