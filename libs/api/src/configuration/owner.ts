import { Member, text, type Dto } from '../definition/index.js';

/** Tag of the endpoints of data planes, and the description of the tag. */
export const DATA_PLANES = [
  'Data planes',
  'Endpoints that data planes poll: suppressions, configuration, deletion jobs.',
] as const;

/** Owner of a data plane. The path of a request must contain the id of the owner. */
export type Owner = 'workspace' | 'namespace';

export class WorkspacePathDto {
  @Member({ is: text, named: 'id', description: 'Id of the workspace of the credentials.' })
  workspaceId!: string;
}

export class NamespacePathDto {
  @Member({ is: text, named: 'id', description: 'Id of the namespace of the credentials.' })
  namespaceId!: string;
}

export function ownerPath(owner: Owner): Dto {
  return owner === 'workspace' ? WorkspacePathDto : NamespacePathDto;
}

/** Returns the last value of a repeated parameter; undefined if that value is empty. */
export function lastText(texts: readonly string[]): string | undefined {
  const text = texts.at(-1);
  return text === '' ? undefined : text;
}
