import type { JsonObject } from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';
import { OutputBudget } from '../../output-budget.js';
import { fillList, lengthOfList } from './fill-list.js';
import { isJsonPath, type JsonPath, type ListPath, parseJsonPath, valueAt } from './json-path.js';
import { withoutNulls } from '../../json-values.js';
import { placeValue } from './place-value.js';
import { TransformError } from '../../transform-error.js';

/** Paths that may lead to several places walk the event; so many of them a request. */
const MAX_WALKS = 10;
const MAX_ENTRIES = 500;
/** As a `to`: what is mapped is not one member of the payload but the whole payload. */
const WHOLE = '$';

/** Reads the values of a configuration out of one event. */
export class HttpMapping {
  private walks = 0;
  /** What the request may have. */
  readonly budget = new OutputBudget();

  constructor(
    private readonly message: JsonObject,
    private readonly config: JsonObject,
  ) {}

  /** @returns `[field, entry]` of a list of the configuration, the field as errors name it */
  entries(list: string): [field: string, entry: JsonObject][] {
    const value = this.config[list] ?? [];
    if (!Array.isArray(value)) throw new TransformError(`${list} must be a list`);
    if (value.length > MAX_ENTRIES) {
      throw new TransformError(`${list} has more than ${String(MAX_ENTRIES)} entries`);
    }
    return value.flatMap((entry: unknown, index): [string, JsonObject][] => {
      const field = `${list}[${String(index)}]`;
      if (!isObject(entry)) throw new TransformError(`${field} must be an object`);
      const isForm = entry.to === '' && entry.from === ''; // a row that was not filled in
      return isForm ? [] : [[field, entry]];
    });
  }

  /**
   * Name and value of each entry of a list; entries without a name or without a value are left
   * out. For the whole (`$`) the members of its value are those.
   */
  pairs(list: string): [field: string, name: string, value: unknown][] {
    return this.entries(list).flatMap(([field, entry]): [string, string, unknown][] => {
      const name = this.nameOf(entry.to, `${field}.to`);
      const found = name === '' ? undefined : this.value(entry.from, `${field}.from`);
      if (found === undefined || found === null) return [];
      const value = withoutNulls(found);
      if (name !== WHOLE) return [[field, name, value]];
      const members = membersOf(value, `${field}.from`);
      return Object.entries(members).map(([member, inner]) => [field, member, inner]);
    });
  }

  /** The event's fields at the places that the mapping gives them. */
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
      // A copy: a second mapping may reach into what the first has placed.
      const copy = structuredClone(value);
      if (to === WHOLE) {
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

  /** Values of a list go to the members one by one; any other value goes to each member that the list has, or to a first one. */
  private fill(root: JsonObject, into: ListPath, from: unknown, field: string): void {
    const found = this.listed(from, `${field}.from`);
    if (found === undefined || found === null) return;
    const isOne = !Array.isArray(found);
    const values: readonly unknown[] = isOne
      ? new Array<unknown>(Math.max(1, lengthOfList(root, into.list))).fill(found)
      : found;
    if (isOne) this.budget.spend(values);
    inField(`${field}.to`, () => {
      // Copies: a second mapping may reach into what the first has placed.
      fillList(
        root,
        into,
        values.map((value) => structuredClone(value)),
      );
    });
  }

  /** As `value`; but of a path such as `$.products[*].id` a product without an id keeps its position. */
  private listed(from: unknown, field: string): unknown {
    const each = isJsonPath(from) ? this.path(from, field).each : undefined;
    const list = each && valueAt(this.message, each.list);
    if (each === undefined || !Array.isArray(list)) return this.value(numberOf(from), field);
    const values = list.map((member) => valueAt(member, each.member));
    this.budget.spend(values);
    return values;
  }

  /** A name as it is, or a JSONPath of one name: of a header, or a parameter. */
  private nameOf(to: unknown, field: string): string {
    const text = typeof to === 'string' ? to.trim() : '';
    if (!isJsonPath(text)) return text;
    const [name, ...more] = this.path(text, field).steps ?? [];
    if (typeof name === 'string' && more.length === 0) return name;
    throw new TransformError(`${field} must be a name, or a JSONPath of one, such as $.name`);
  }

  /** A constant, or what the event has at a JSONPath. */
  value(from: unknown, field: string): unknown {
    if (!isJsonPath(from)) return constantOf(from);
    const path = this.path(from, field);
    if (path.steps === undefined && ++this.walks > MAX_WALKS) {
      throw new TransformError(
        `${field} is one JSONPath with wildcards too many: there may be ${String(MAX_WALKS)}`,
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

/** A constant is written in quotes, or as a single word. */
function constantOf(from: unknown): unknown {
  return typeof from === 'string' && /^'.*'$/s.test(from) && from.length > 1
    ? from.slice(1, -1)
    : from;
}

/** A bare number, which is one as JSON has it; text that only looks like one (`007`) stays. */
function numberOf(from: unknown): unknown {
  if (typeof from !== 'string' || !/^-?(0|[1-9]\d*)(\.\d+)?$/.test(from)) return from;
  return Math.abs(Number(from)) <= Number.MAX_SAFE_INTEGER ? Number(from) : from;
}

function membersOf(value: unknown, field: string): JsonObject {
  if (isObject(value)) return value;
  throw new TransformError(`${field} must give an object, as "$" takes its members`);
}

/** Errors of paths go on after the name of the field. */
function inField<T>(field: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof RangeError) throw cause;
    throw new TransformError(`${field} ${cause.message}`, { cause });
  }
}
