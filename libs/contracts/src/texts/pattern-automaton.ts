/**
 * Called with the position of a found pattern. If the position ends at a cut, the text possibly has
 * only the beginning of the pattern.
 */
export type OnFound = (from: number, to: number) => void;

const NONE = 0;

/**
 * Finds many patterns in a text in one pass (Aho–Corasick). The time is linear in the length of the
 * text. The memory is linear in the length of the patterns, even if the patterns are similar.
 */
export class PatternAutomaton {
  /**
   * Hash table (open addressing) from node and character to child. Node 0 is the root, which is
   * never a child.
   */
  private readonly parents: Int32Array;
  private readonly characters: Uint16Array;
  private readonly children: Int32Array;
  private readonly mask: number;
  private readonly depths: Int32Array;
  private readonly fails: Int32Array;
  /** Length of the longest pattern that ends at a node. */
  private readonly longest: Int32Array;
  private nodes = 1;

  constructor(patterns: readonly string[]) {
    const most = patterns.reduce((sum, { length }) => sum + length, 1);
    const slots = 2 ** Math.ceil(Math.log2(2 * most));
    this.mask = slots - 1;
    this.parents = new Int32Array(slots);
    this.characters = new Uint16Array(slots);
    this.children = new Int32Array(slots);
    this.depths = new Int32Array(most);
    this.fails = new Int32Array(most);
    this.longest = new Int32Array(most);
    const edges: { readonly parents: Int32Array; readonly characters: Uint16Array } = {
      parents: new Int32Array(most),
      characters: new Uint16Array(most),
    };
    for (const pattern of patterns) this.add(pattern, edges);
    this.link(edges);
  }

  /**
   * Finds the parts of the text that patterns cover. If several patterns end at the same position,
   * only the longest pattern is reported.
   *
   * @param cuts ascending positions before which a pattern can be incomplete; the beginning of a
   *   pattern is reported if it has `shortest` characters or more
   */
  find(text: string, found: OnFound, cuts: readonly number[], shortest: number): void {
    let node = 0;
    let cut = 0;
    for (let index = 0; index <= text.length; index += 1) {
      for (; cuts[cut] === index; cut += 1) {
        const depth = at(this.depths, node);
        if (depth >= shortest) found(index - depth, index);
      }
      if (index === text.length) return;
      node = this.next(node, text.charCodeAt(index));
      const length = at(this.longest, node);
      if (length > 0) found(index + 1 - length, index + 1);
    }
  }

  private add(pattern: string, edges: { parents: Int32Array; characters: Uint16Array }): void {
    let node = 0;
    for (let index = 0; index < pattern.length; index += 1) {
      const character = pattern.charCodeAt(index);
      const slot = this.slotOf(node, character);
      let child = at(this.children, slot);
      if (child === NONE) {
        child = this.nodes;
        this.nodes += 1;
        this.parents[slot] = node;
        this.characters[slot] = character;
        this.children[slot] = child;
        this.depths[child] = index + 1;
        edges.parents[child] = node;
        edges.characters[child] = character;
      }
      node = child;
    }
    this.longest[node] = pattern.length;
  }

  /**
   * Sets the failure links of all nodes. The nodes are processed by depth, because a failure link
   * leads to a node that is nearer to the root.
   */
  private link(edges: { parents: Int32Array; characters: Uint16Array }): void {
    for (const node of this.byDepth()) {
      const parent = at(edges.parents, node);
      const fail = parent === 0 ? 0 : this.next(at(this.fails, parent), at(edges.characters, node));
      this.fails[node] = fail;
      if (at(this.longest, node) === 0) this.longest[node] = at(this.longest, fail);
    }
  }

  /** Returns all nodes except the root, sorted by depth (counting sort). */
  private byDepth(): Int32Array {
    const starts = new Int32Array(this.depths.length + 2);
    for (let node = 1; node < this.nodes; node += 1) {
      const above = at(this.depths, node) + 1;
      starts[above] = at(starts, above) + 1;
    }
    for (let depth = 1; depth < starts.length; depth += 1) {
      starts[depth] = at(starts, depth) + at(starts, depth - 1);
    }
    const order = new Int32Array(this.nodes - 1);
    for (let node = 1; node < this.nodes; node += 1) {
      const depth = at(this.depths, node);
      const position = at(starts, depth);
      order[position] = node;
      starts[depth] = position + 1;
    }
    return order;
  }

  private next(from: number, character: number): number {
    for (let node = from; ; node = at(this.fails, node)) {
      const child = at(this.children, this.slotOf(node, character));
      if (child !== NONE || node === 0) return child;
    }
  }

  private slotOf(node: number, character: number): number {
    let slot = Math.imul(Math.imul(node, 0x9e3779b1) ^ character, 0x85ebca6b);
    for (slot = (slot ^ (slot >>> 15)) & this.mask; ; slot = (slot + 1) & this.mask) {
      if (at(this.children, slot) === NONE) return slot;
      if (at(this.parents, slot) === node && at(this.characters, slot) === character) return slot;
    }
  }
}

function at(values: Int32Array | Uint16Array, index: number): number {
  return values[index] ?? 0;
}
