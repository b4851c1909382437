'use strict';

/**
 * Splits a trigger of the subscription language (`type = "track" and properties.total > 10`) into
 * tokens for `@segment/destination-subscriptions`. Replaces the package of the same name, which has
 * no licence. This code follows the documentation of the language, which lists the operators:
 * https://segment.com/docs/api/public-api/fql/
 */
const types = { Ident: 'ident', EOS: 'eos' };

const RULES = [
  [undefined, /\s+/y],
  ['string', /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy],
  ['number', /-?\d+(?:\.\d+)?/y],
  ['operator', /!=|>=|<=|[=<>!]/y],
  // A backslash escapes any character in a name: `properties.first\ name`.
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

/** Returns the tokens and an end token. An invalid trigger gives an error and no tokens. */
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

/** Returns the type and the text of the token at a position; an empty list if no rule matches. */
function next(code, at) {
  for (const [type, rule] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(code);
    if (found !== null) return [type, found[0]];
  }
  return [];
}

module.exports = { lex, types };
