import { execFileSync } from 'node:child_process';

const tool = new URL('../../tools/without-forced-names.mjs', import.meta.url).href;
const BUNDLE = `
var forced = [];
var __name = (target, value) => (forced.push(value), Object.defineProperty(target, 'name', { value, configurable: true }));
function declared() {}
__name(declared, "declared");
function declared2() {}
__name(declared2, "renamed");
var arrow = /* @__PURE__ */ __name(async (i = 0) => {
  return i;
}, "arrow"), nested = { key: /* @__PURE__ */ __name(() => __name(() => 1, "inner"), "key") };
var Class2 = class {
  static {
    __name(this, "Class");
  }
};
`;

/** Returns the transformed bundle, and the names that it prints. */
function transformed(): { text: string; names: string[]; forced: string[] } {
  const program = `
    import { withoutForcedNames } from ${JSON.stringify(tool)};
    const text = withoutForcedNames(${JSON.stringify(BUNDLE)});
    const ask = 'return { names: [declared, declared2, arrow, nested.key, Class2].map((one) => one.name), forced };';
    console.log(JSON.stringify({ text, ...new Function(text + ask)() }));`;
  const args = ['--input-type=module', '-e', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as never;
}

describe('names in bundles', () => {
  it('are the names of the source, and are forced only for classes and renamed functions', () => {
    const { text, names, forced } = transformed();
    expect(names).toEqual(['declared', 'renamed', 'arrow', 'key', 'Class']);
    expect(forced).toEqual(['renamed', 'Class']);
    expect(text.split('\n')).toHaveLength(BUNDLE.split('\n').length);
  });
});
