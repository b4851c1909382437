/** A request with a large part. */
export interface CostlyRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (request: CostlyRequest) => Promise<void>;

export interface CostlyInput {
  /** Name of the large part. */
  readonly name: string;
  /** Maximum size. A limit of the gateway refuses larger sizes. */
  readonly most: number;
  /**
   * @param send sends requests that store data in preparation; the data can be as large as the
   * input
   * @param names names of the members that the body can have
   */
  request(
    size: number,
    send: Send,
    names: readonly string[],
  ): CostlyRequest | Promise<CostlyRequest>;
}

/** Large part of a request without a body. All operations read these parts in the same way. */
export type Shared = 'path' | 'query' | 'headers';

/** Inputs by operation id. */
export type CostTable = Readonly<Record<string, readonly CostlyInput[] | Shared>>;

export const list = <T>(size: number, element: (index: number) => T): T[] =>
  Array.from({ length: size }, (_none, index) => element(index));
export const members = <T>(size: number, value: (index: number) => T): Record<string, T> =>
  Object.fromEntries(list(size, (index) => [`name${index}`, value(index)]));

/** Returns a body with one large part. */
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

/** Maximum size of a member. A body with members of this size is below all body limits. */
const MAX_SIZE = 400_000;

/**
 * Returns a body for any operation. It contains very many unknown names. Each member that the
 * operation knows is a long list or a long text.
 */
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
  return [{ name: 'a body of any kind', most: MAX_SIZE, request }];
}
