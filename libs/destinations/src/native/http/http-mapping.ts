import type { JsonObject } from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';
import { OutputBudget } from '../../output-budget.js';
import { fillList, lengthOfList } from './fill-list.js';
import { isJsonPath, type JsonPath, type ListPath, parseJsonPath, valueAt } from './json-path.js';
import { withoutNulls } from '../../json-values.js';
import { placeValue } from './place-value.js';
import { TransformError } from '../../transform-error.js';

/** Maximum reads with a path that can match several values. Each read can visit the whole event. */
const MAX_WALKS = 10;
const MAX_ENTRIES = 500;
/** With this value of `to`, all members of the mapped value become members of the payload. */
const ROOT = '$';

/** Reads the mapped values of a configuration from one event. */
export class HttpMapping {
  private walks = 0;
  /** Budget for the size of the request. */
  readonly budget = new OutputBudget();

  constructor(
    private readonly message: JsonObject,
    private readonly config: JsonObject,
  ) {}

  /** Returns each entry of a list, with the name of its field for errors. Skips empty rows. */
  entries(list: string): [field: string, entry: JsonObject][] {
    const value = this.config[list] ?? [];
    if (!Array.isArray(value)) throw new TransformError(`${list} must be a list`);
    if (value.length > MAX_ENTRIES) {
      throw new TransformError(`${list} has more than ${String(MAX_ENTRIES)} entries`);
    }
    return value.flatMap((entry: unknown, index): [string, JsonObject][] => {
      const field = `${list}[${String(index)}]`;
      if (!isObject(entry)) throw new TransformError(`${field} must be an object`);
      const isEmptyRow = entry.to === '' && entry.from === '';
      return isEmptyRow ? [] : [[field, entry]];
    });
  }

  /**
   * Returns the name and the value of each entry of a list. Entries without a name or a value are
   * left out. For an entry with the name `$`, returns the members of its value.
   */
  pairs(list: string): [field: string, name: string, value: unknown][] {
    return this.entries(list).flatMap(([field, entry]): [string, string, unknown][] => {
      const name = this.nameOf(entry.to, `${field}.to`);
      const found = name === '' ? undefined : this.value(entry.from, `${field}.from`);
      if (found === undefined || found === null) return [];
      const value = withoutNulls(found);
      if (name !== ROOT) return [[field, name, value]];
      const members = membersOf(value, `${field}.from`);
      return Object.entries(members).map(([member, inner]) => [field, member, inner]);
    });
  }

  /** Returns an object with the values of the event at their mapped locations. */
  mapped(list: string): JsonObject {
    const root = {};
    for (const [field, entry] of this.entries(list)) {
      const { to } = entry;
      const path = isJsonPath(to) ? this.path(to, `${field}.to`) : undefined;
      if (path?.each !== undefined) {
        this.fill(root, path.each, entry.from, field);
        continue;
      }
      const value = this.value(numberOf(entry.from), `${field}.from`);
      if (value === undefined || value === null) continue;
      // The value is copied, because a later mapping can change it.
      const copy = structuredClone(value);
      if (to === ROOT) {
        const members = Object.entries(membersOf(copy, `${field}.from`));
        for (const [name, member] of members) placeValue(root, [name], member);
        continue;
      }
      const steps = path?.steps;
      if (steps === undefined) {
        throw new TransformError(
          `${field}.to must be a JSONPath of one place, such as $.event, or of a list's members, such as $.items[*].id`,
        );
      }
      inField(`${field}.to`, () => {
        placeValue(root, steps, copy);
      });
    }
    return root;
  }

  /**
   * Writes the mapped value into the members of a list. If the mapped value is a list, each member
   * gets one element of this list. Any other value goes to all existing members, or to a new first
   * member.
   */
  private fill(root: JsonObject, into: ListPath, from: unknown, field: string): void {
    const found = this.listed(from, `${field}.from`);
    if (found === undefined || found === null) return;
    const isSingle = !Array.isArray(found);
    const values: readonly unknown[] = isSingle
      ? new Array<unknown>(Math.max(1, lengthOfList(root, into.list))).fill(found)
      : found;
    if (isSingle) this.budget.spend(values);
    inField(`${field}.to`, () => {
      // The values are copied, because a later mapping can change them.
      fillList(
        root,
        into,
        values.map((value) => structuredClone(value)),
      );
    });
  }

  /**
   * Reads a mapped value as the method `value` does, but converts a constant such as `5` to a
   * number, and keeps the position of a member without a value. For example, in
   * `$.products[*].id`, a product without an id gives undefined.
   */
  private listed(from: unknown, field: string): unknown {
    const each = isJsonPath(from) ? this.path(from, field).each : undefined;
    const list = each && valueAt(this.message, each.list);
    if (each === undefined || !Array.isArray(list)) return this.value(numberOf(from), field);
    const values = list.map((member) => valueAt(member, each.member));
    this.budget.spend(values);
    return values;
  }

  /**
   * Returns the name of a header or a parameter. `to` contains this name, or a JSONPath such as
   * `$.name`.
   */
  private nameOf(to: unknown, field: string): string {
    const text = typeof to === 'string' ? to.trim() : '';
    if (!isJsonPath(text)) return text;
    const [name, ...more] = this.path(text, field).steps ?? [];
    if (typeof name === 'string' && more.length === 0) return name;
    throw new TransformError(`${field} must be a name, or a JSONPath of one, such as $.name`);
  }

  /** Returns a constant, or the value of the event at a JSONPath. */
  value(from: unknown, field: string): unknown {
    if (!isJsonPath(from)) return constantOf(from);
    const path = this.path(from, field);
    if (path.steps === undefined && ++this.walks > MAX_WALKS) {
      throw new TransformError(
        `${field} is a JSONPath with wildcards, and a configuration may have at most ${String(MAX_WALKS)} of these`,
      );
    }
    const value = path.read(this.message);
    this.budget.spend(value);
    return value;
  }

  private path(text: string, field: string): JsonPath {
    return inField(field, () => parseJsonPath(text));
  }
}

/** Removes the quotes around a constant. A constant without quotes stays unchanged. */
function constantOf(from: unknown): unknown {
  return typeof from === 'string' && /^'.*'$/s.test(from) && from.length > 1
    ? from.slice(1, -1)
    : from;
}

/**
 * Converts the text of a decimal number to a number, up to 2^53 - 1. Any other text stays a text,
 * such as `007` or `1e5`.
 */
function numberOf(from: unknown): unknown {
  if (typeof from !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(from)) return from;
  return Math.abs(Number(from)) <= Number.MAX_SAFE_INTEGER ? Number(from) : from;
}

function membersOf(value: unknown, field: string): JsonObject {
  if (isObject(value)) return value;
  throw new TransformError(`${field} must lead to an object, because to: "$" copies its members`);
}

/** Runs code and puts the name of the field before the message of an error. */
function inField<T>(field: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof RangeError) throw cause;
    throw new TransformError(`${field} ${cause.message}`, { cause });
  }
}
