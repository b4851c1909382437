import { Member, text, type Dto } from '../definition/index.js';

/** Tag and description of everything that data planes ask for. */
export const DATA_PLANES = [
  'Data planes',
  'What data planes poll: suppressions, configuration, deletion jobs.',
] as const;

/** Whose data plane asks: the path has the id of the one that its secret is of. */
export type Owner = 'workspace' | 'namespace';

export class WorkspacePathDto {
  @Member({ is: text, named: 'id', description: 'The workspace of the credentials.' })
  workspaceId!: string;
}

export class NamespacePathDto {
  @Member({ is: text, named: 'id', description: 'The namespace of the credentials.' })
  namespaceId!: string;
}

export function ownerPath(owner: Owner): Dto {
  return owner === 'workspace' ? WorkspacePathDto : NamespacePathDto;
}

/** @returns the last of the texts that a query has for a name; nothing for an empty one */
export function lastText(texts: readonly string[]): string | undefined {
  const text = texts.at(-1);
  return text === '' ? undefined : text;
}
