import { asObject } from '@lethe/contracts';
/** A position in the document, with its path and its value. The value can have any type. */
export class FileNode {
  constructor(
    readonly value: unknown,
    readonly path: string,
  ) {}

  /**
   * Returns the member with this name. If the member does not exist, the value of the result is
   * `undefined`.
   */
  member(name: string): FileNode {
    const { value } = this;
    const has = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return new FileNode(
      has ? (value as Record<string, unknown>)[name] : undefined,
      joinPath(this.path, name),
    );
  }

  text(name: string): string | undefined {
    const { value } = this.member(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the elements of a member. The result is empty if the member is not a list. */
  list(name: string): FileNode[] {
    const { value, path } = this.member(name);
    if (!Array.isArray(value)) return [];
    return value.map((element: unknown, index) => new FileNode(element, joinPath(path, index)));
  }

  names(): string[] {
    return Object.keys(asObject(this.value));
  }
}

const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/**
 * Appends a step to a path, for example `name` to `workspaces[0]`, which gives
 * `workspaces[0].name`.
 */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!PLAIN_NAME.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}
