import { asObject } from '@lethe/contracts';
/** A place in the document: the value there, whatever it is, and the path to it. */
export class FileNode {
  constructor(
    readonly value: unknown,
    readonly path: string,
  ) {}

  /** The member of that name, when the value is a map and has it. */
  member(name: string): FileNode {
    const { value } = this;
    const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return new FileNode(
      has ? (value as Record<string, unknown>)[name] : undefined,
      joinPath(this.path, name),
    );
  }

  /** The member's value, when it is a text. */
  text(name: string): string | undefined {
    const { value } = this.member(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** The elements of a member, when it is a list. */
  list(name: string): FileNode[] {
    const { value, path } = this.member(name);
    if (!Array.isArray(value)) return [];
    return value.map((element: unknown, index) => new FileNode(element, joinPath(path, index)));
  }

  /** Names of the members, when the value is a map. */
  names(): string[] {
    return Object.keys(asObject(this.value));
  }
}

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** `workspaces` + 0 → `workspaces[0]`; + `name` → `workspaces[0].name`. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!PLAIN_NAME.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}
