/** A list or an object that is open at a position of the text. */
interface Container {
  readonly isList: boolean;
  /** Index of the opening bracket. */
  readonly at: number;
  /** Start of the part that is not parsed yet. */
  from: number;
  /** Start of the current child: after the bracket, or after the last comma. */
  child: number;
  /** Value of the container. Set when the text was cut inside the container. */
  value?: unknown[] | Record<string, unknown>;
  /**
   * Whether the last child was cut, so that only a comma or the end of the container can follow.
   */
  isAfterCut: boolean;
}

const BLANK = /^[ \t\n\r]*$/;

/**
 * A JSON value that is parsed in pieces. Each piece is a run of whole elements or members, which
 * `JSON.parse` checks. So this class checks only the text between pieces. If the text is malformed,
 * `JSON.parse` parses the whole text again, and throws the right error.
 */
export class PiecewiseValue {
  isMalformed = false;
  private readonly stack: Container[] = [];
  private root: Container | undefined;
  /** Index after the root. Set when the root was cut and has ended. */
  private rootEnd: number | undefined;

  constructor(
    private readonly text: string,
    private readonly onPiece: (piece: unknown) => void,
  ) {}

  open(at: number, isList: boolean): void {
    const container = { isList, at, from: at + 1, child: at + 1, isAfterCut: false };
    if (this.stack.length === 0) {
      if (this.root !== undefined) this.isMalformed = true;
      this.root = container;
    }
    this.stack.push(container);
  }

  close(at: number, isList: boolean): void {
    const container = this.stack.pop();
    if (container?.isList !== isList) {
      this.isMalformed = true;
      return;
    }
    if (container.value === undefined) return;
    this.take(container, at);
    const parent = this.stack.at(-1);
    if (parent === undefined) {
      this.rootEnd = at + 1;
      return;
    }
    parent.from = at + 1;
    parent.isAfterCut = true;
  }

  /** @param isCut whether to parse everything before the comma now */
  comma(at: number, isCut: boolean): void {
    const container = this.stack.at(-1);
    if (container === undefined) {
      this.isMalformed = true;
      return;
    }
    if (isCut) this.cut();
    if (container.value !== undefined && (isCut || container.isAfterCut)) {
      this.take(container, at);
      container.from = at + 1;
    }
    container.child = at + 1;
  }

  /** @throws SyntaxError like `JSON.parse` of the whole text */
  end(): unknown {
    const { root, rootEnd, text } = this;
    if (this.isMalformed || root?.value === undefined || rootEnd === undefined) {
      const value: unknown = JSON.parse(text);
      this.onPiece(value);
      return value;
    }
    const isAlone = BLANK.test(text.slice(0, root.at)) && BLANK.test(text.slice(rootEnd));
    return isAlone ? root.value : JSON.parse(text);
  }

  /** Gives each open container a value that contains everything before its open child. */
  private cut(): void {
    let parent: Container | undefined;
    for (const container of this.stack) {
      if (container.value === undefined) {
        container.value = container.isList ? [] : {};
        if (parent !== undefined) this.attach(container, parent);
      }
      parent = container;
    }
  }

  private attach({ value, at }: Container, parent: Container): void {
    if (parent.child > parent.from) this.take(parent, parent.child - 1);
    const before = this.text.slice(parent.child, at);
    if (Array.isArray(parent.value)) {
      if (!BLANK.test(before)) this.isMalformed = true;
      parent.value.push(value);
      return;
    }
    const colon = before.lastIndexOf(':');
    const name = this.parse(before.slice(0, Math.max(0, colon)));
    if (typeof name !== 'string' || !BLANK.test(before.slice(colon + 1))) this.isMalformed = true;
    this.onPiece(name);
    setMember(parent.value, String(name), value);
  }

  /** Parses the unparsed part of a container, up to a comma or to the end of the container. */
  private take(container: Container, to: number): void {
    const run = this.text.slice(container.from, to);
    if (container.isAfterCut || BLANK.test(run)) {
      if (container.isAfterCut !== BLANK.test(run)) this.isMalformed = true;
      container.isAfterCut = false;
      return;
    }
    const piece = this.parse(container.isList ? `[${run}]` : `{${run}}`);
    this.onPiece(piece);
    if (Array.isArray(container.value)) {
      for (const element of piece as unknown[]) container.value.push(element);
    } else {
      for (const [name, member] of Object.entries(Object(piece) as object)) {
        setMember(container.value, name, member);
      }
    }
  }

  private parse(piece: string): unknown {
    try {
      return JSON.parse(piece);
    } catch {
      this.isMalformed = true;
      return [];
    }
  }
}

/** Sets a member as `JSON.parse` does, which treats `__proto__` as an ordinary name. */
function setMember(
  object: Record<string, unknown> | undefined,
  name: string,
  value: unknown,
): void {
  if (object === undefined) return;
  if (name !== '__proto__') object[name] = value;
  else {
    const descriptor = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, descriptor);
  }
}
