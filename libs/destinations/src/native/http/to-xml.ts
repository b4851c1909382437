import XMLBuilder from 'fast-xml-builder';
import type { JsonObject } from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';
import { OutputBudget } from '../../output-budget.js';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const builder = new XMLBuilder({ maxNestedTags: 1_000 });

/**
 * Characters that can begin a name (XML 1.0 fifth edition, section 2.3). The colon is left out,
 * because no namespace is declared. Joiners and combining marks are left out, because they are
 * invisible.
 */
const START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF' +
  '\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NOT_IN_NAMES = new RegExp(`[^${START}\\-.0-9]`, 'gu');
const STARTS_A_NAME = new RegExp(`^[${START}]`, 'u');
/** Characters that XML cannot contain, even escaped (section 2.2). */
const NOT_IN_TEXT = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/**
 * Returns an XML 1.0 document. An array becomes repeated elements. An array in an array becomes
 * `item` elements. Invalid names are made valid, and characters that XML cannot contain are
 * removed.
 *
 * @param rootKey name of the root element
 * @param budget budget for tags and escapes
 * @throws TransformError when the document would be too large
 */
export function toXml(
  rootKey: string,
  value: JsonObject,
  budget: OutputBudget = new OutputBudget(),
): string {
  const root = xmlName(rootKey);
  spendNames(value, root, budget);
  const document: unknown = builder.build({ [root]: prepared(value) });
  return DECLARATION + String(document);
}

/** Replaces each invalid character by `_`, and puts `_` before an invalid first character. */
export function xmlName(name: string): string {
  const valid = name.replace(NOT_IN_NAMES, '_');
  return STARTS_A_NAME.test(valid) ? valid : `_${valid}`;
}

function prepared(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(NOT_IN_TEXT, '');
  if (!isObject(value)) return value;
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    const key = xmlName(name);
    const ready = Array.isArray(member) ? member.map(preparedItem) : prepared(member);
    // Two names can become equal. Both members then stay as repeated elements.
    members.set(key, members.has(key) ? [members.get(key), ready].flat() : ready);
  }
  return Object.fromEntries(members);
}

function preparedItem(item: unknown): unknown {
  return Array.isArray(item) ? { item: item.map(preparedItem) } : prepared(item);
}

const TAGS = '<></>'.length;

function spendNames(value: unknown, name: string, budget: OutputBudget): void {
  if (Array.isArray(value)) {
    for (const item of value) spendNames(item, Array.isArray(item) ? 'item' : name, budget);
    return;
  }
  budget.spendBytes(2 * name.length + TAGS);
  // An escape adds at most five characters.
  if (typeof value === 'string') budget.spendBytes(value.replace(/[^&<>"']/g, '').length * 5);
  if (!isObject(value)) return;
  for (const [member, inner] of Object.entries(value)) spendNames(inner, member, budget);
}
