'use strict';

/**
 * Cuts a trigger of the subscription language (`type = "track" and properties.total > 10`) into
 * tokens, as `@segment/destination-subscriptions` takes them: it is all that this uses of the package
 * whose name this has, which has no licence. Written from the documentation of the language, which
 * names the operators: https://segment.com/docs/api/public-api/fql/
 */
const types = { Ident: 'ident', EOS: 'eos' };

const RULES = [
  [undefined, /\s+/y],
  ['string', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['operator', /!=|>=|<=|[=<>!]/y],
  // A backslash takes any character into a name: `properties.first\ name`.
  ['ident', /(?:[\p{L}_$]|\\.)(?:[\p{L}\p{N}_$-]|\\.)*/uy],
  ['dot', /\./y],
  ['comma', /,/y],
  ['parenleft', /\(/y],
  ['parenright', /\)/y],
  ['brackleft', /\[/y],
  ['brackright', /\]/y],
];
const WORDS = new Map([
  ['and', 'conditional'],
  ['or', 'conditional'],
  ['null', 'null'],
]);

/** @returns its tokens and an end; none, and what is wrong, where it is not of the language */
function lex(code) {
  const tokens = [];
  for (let at = 0; at < code.length;) {
    const [type, text] = next(code, at);
    if (text === undefined) return { tokens: [], error: new SyntaxError(`at character ${at}`) };
    at += text.length;
    if (type === 'ident') {
      tokens.push({ type: WORDS.get(text) ?? type, value: text.replace(/\\(.)/gu, '$1') });
    } else if (type !== undefined) tokens.push({ type, value: text });
  }
  return { tokens: [...tokens, { type: types.EOS, value: 'eos' }] };
}

/** @returns type and text of what stands there; nothing where no rule holds */
function next(code, at) {
  for (const [type, rule] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(code);
    if (found !== null) return [type, found[0]];
  }
  return [];
}

module.exports = { lex, types };
