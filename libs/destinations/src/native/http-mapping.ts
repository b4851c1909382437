import type { JsonObject } from '@lethe/contracts';
import { OutputBudget } from '../output-budget.js';
import { isJsonPath, type JsonPath, parseJsonPath } from './json-path.js';
import { isObject, textAt, withoutNulls } from './json-values.js';
import { placeValue } from './place-value.js';
import { TransformError } from '../transform-error.js';

/** Paths that may lead to several places walk the event; so many of them a request. */
const MAX_WALKS = 10;
const MAX_ENTRIES = 500;

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
    return value.map((entry: unknown, index) => {
      const field = `${list}[${String(index)}]`;
      if (!isObject(entry)) throw new TransformError(`${field} must be an object`);
      return [field, entry];
    });
  }

  /**
   * Name and value of each entry of a list; entries without a name or without a value are left
   * out.
   */
  pairs(list: string): [field: string, name: string, value: unknown][] {
    return this.entries(list).flatMap(([field, entry]) => {
      const name = textAt(entry, 'to')?.trim() ?? '';
      const value = name === '' ? undefined : this.value(entry.from, `${field}.from`);
      return value === undefined || value === null ? [] : [[field, name, withoutNulls(value)]];
    });
  }

  /** The event's fields at the places that the mapping gives them. */
  mapped(list: string): JsonObject {
    const root = {};
    for (const [field, entry] of this.entries(list)) {
      const value = this.value(entry.from, `${field}.from`);
      if (value === undefined || value === null) continue;
      const { to } = entry;
      const steps = isJsonPath(to) ? this.path(to, `${field}.to`).steps : undefined;
      if (steps === undefined) {
        throw new TransformError(`${field}.to must be a JSONPath of one place, such as $.event`);
      }
      inField(`${field}.to`, () => {
        // A copy: a second mapping may reach into what the first has placed.
        placeValue(root, steps, structuredClone(value));
      });
    }
    return root;
  }

  /** A constant, or what the event has at a JSONPath. */
  value(from: unknown, field: string): unknown {
    if (!isJsonPath(from)) return from;
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

/** Errors of paths go on after the name of the field. */
function inField<T>(field: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof RangeError) throw cause;
    throw new TransformError(`${field} ${cause.message}`, { cause });
  }
}
