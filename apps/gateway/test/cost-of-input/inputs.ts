/** A request whose parts grow with a size. */
export interface CostlyRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (request: CostlyRequest) => Promise<void>;

export interface CostlyInput {
  /** What is large. */
  readonly name: string;
  /** Sizes beyond it are refused by a limit. */
  readonly most: number;
  /**
   * @param send prepares what is stored, which grows with the size, too
   * @param names of the members that the body of the operation has
   */
  request(
    size: number,
    send: Send,
    names: readonly string[],
  ): CostlyRequest | Promise<CostlyRequest>;
}

/** An operation that reads no body: what is large is a part of the request that all of them read in the same way. */
export type Shared = 'path' | 'query' | 'headers';

/** By operation id. */
export type CostTable = Readonly<Record<string, readonly CostlyInput[] | Shared>>;

export const list = <T>(size: number, element: (index: number) => T): T[] =>
  Array.from({ length: size }, (_none, index) => element(index));
export const members = <T>(size: number, value: (index: number) => T): Record<string, T> =>
  Object.fromEntries(list(size, (index) => [`name${index}`, value(index)]));

/** A body of which one part is large. */
export function costly(
  name: string,
  most: number,
  [method, path]: readonly [string, string],
  body: (size: number) => unknown,
): CostlyInput {
  return {
    name,
    most,
    request: (size) => ({ method, path, body: JSON.stringify(body(size)) }),
  };
}

/** Below all limits of bodies; each member has a part of it. */
const MOST = 400_000;

/** What every body may be: of very many names that no operation knows, and with its own members, each a long list or text. */
export function anyBody([method, path]: readonly [string, string]): CostlyInput[] {
  const large = (size: number) => (name: string, index: number) =>
    [name, index % 2 === 0 ? list(size / 16, (n) => `element${n}`) : 'a'.repeat(size)] as const;
  const request = (size: number, _send: Send, names: readonly string[]) => ({
    ...{ method, path },
    body: JSON.stringify({
      ...members(size / 16, String),
      ...Object.fromEntries(names.map(large(size))),
    }),
  });
  return [{ name: 'a body of any kind', most: MOST, request }];
}
