/**
 * A JSON value that keeps all members in their sequence, including repeated members. It keeps
 * numbers as text.
 */
export type Exact =
  | { readonly kind: 'object'; readonly members: readonly (readonly [string, Exact])[] }
  | { readonly kind: 'list' }
  | { readonly kind: 'string' | 'number' | 'literal'; readonly text: string };

/**
 * Parses JSON. This function is slow, because each step copies the remaining text.
 *
 * @returns undefined if the text is not JSON
 */
export function parseExactly(text: string): Exact | undefined {
  try {
    const [value, rest] = valueOf(text.replace(BLANKS, ''));
    return rest === '' ? value : undefined;
  } catch {
    return undefined;
  }
}

const BLANKS = /^[ \t\n\r]+/;
const STRING = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/; // eslint-disable-line no-control-regex -- JSON forbids them
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/;
const LITERAL = /^(?:true|false|null)/;

function valueOf(text: string): [Exact, string] {
  if (text.startsWith('{')) {
    const members: [string, Exact][] = [];
    const rest = items(text, '}', (item) => {
      const [name, behind] = token(item, STRING);
      const [value, after] = valueOf(expect(behind, ':'));
      members.push([JSON.parse(name) as string, value]);
      return after;
    });
    return [{ kind: 'object', members }, rest];
  }
  if (text.startsWith('[')) return [{ kind: 'list' }, items(text, ']', (item) => valueOf(item)[1])];
  if (text.startsWith('"')) {
    const [written, rest] = token(text, STRING);
    return [{ kind: 'string', text: JSON.parse(written) as string }, rest];
  }
  const kind = /^[-0-9]/.test(text) ? 'number' : 'literal';
  const [written, rest] = token(text, kind === 'number' ? NUMBER : LITERAL);
  return [{ kind, text: written }, rest];
}

function items(text: string, close: string, item: (text: string) => string): string {
  let rest = text.slice(1).replace(BLANKS, '');
  if (rest.startsWith(close)) return expect(rest, close);
  for (;;) {
    rest = item(rest);
    if (rest.startsWith(close)) return expect(rest, close);
    rest = expect(rest, ',');
  }
}

function token(text: string, pattern: RegExp): [string, string] {
  const [found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new SyntaxError();
  return [found, text.slice(found.length).replace(BLANKS, '')];
}

function expect(text: string, sign: string): string {
  if (!text.startsWith(sign)) throw new SyntaxError();
  return text.slice(sign.length).replace(BLANKS, '');
}
