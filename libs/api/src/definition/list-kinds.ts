import { DetailsCollector } from '@lethe/contracts';
import { checkDto } from './check-dto.js';
import type { CheckSettings, Dto, Kind, Report } from './kinds.js';
import { membersOf } from './member.js';

interface ListBounds {
  readonly least?: number;
  readonly most: number | ((limits: CheckSettings['limits']) => number);
  /** Name of the elements, for the message about the number of elements. */
  readonly what: string;
  /** End of the message about the number of elements. */
  readonly hint?: string;
}

type Check = NonNullable<Kind['check']>;

/**
 * Returns a `Kind` for a list of values. Without bounds, the list is not checked, so use it only in
 * answers.
 */
export function listOf(element: Kind, bounds?: ListBounds): Kind {
  const { check } = element;
  const schema = { type: 'array', items: element.schema, ...(bounds && schemaOf(bounds)) };
  if (bounds === undefined || check === undefined) return { schema };
  return { schema, check: checkEach(bounds, check) };
}

export function object(of: () => Dto): Kind {
  return {
    dto: { of, isList: false },
    check: checkInner(of),
    take: (value, settings) => takeInner(of(), value, settings),
  };
}

/**
 * Returns a `Kind` for a list of DTOs. Without bounds, the list is not checked, so use it only in
 * answers.
 */
export function objects(of: () => Dto, bounds?: ListBounds): Kind {
  const dto = { of, isList: true };
  if (bounds === undefined) return { dto };
  return {
    schema: schemaOf(bounds),
    dto,
    check: checkEach(bounds, checkInner(of)),
    take: (value, settings) =>
      (value as readonly unknown[]).map((element) => takeInner(of(), element, settings)),
  };
}

function schemaOf({ least, most }: ListBounds): Readonly<Record<string, unknown>> {
  return {
    ...(least === undefined ? {} : { minItems: least }),
    ...(typeof most === 'number' ? { maxItems: most } : {}),
  };
}

function checkEach({ least = 0, most, what, hint }: ListBounds, check: Check): Check {
  return (value, report, settings) => {
    const bound = typeof most === 'number' ? most : most(settings.limits);
    if (!Array.isArray(value) || value.length < least || value.length > bound) {
      const many = least === 0 ? `at most ${bound}` : `${least} to ${bound}`;
      report(`must be an array of ${many} ${what}${hint === undefined ? '' : `; ${hint}`}`);
      return;
    }
    value.forEach((element, at) => {
      const inside: Report = (problem, path = '') => {
        report(problem, `[${at}]${path}`);
      };
      check(element, inside, settings);
    });
  };
}

function checkInner(of: () => Dto): Check {
  return (value, report, settings) => {
    const type = of();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const all = [...membersOf(type)];
      const required = all.filter(([, { optional }]) => optional !== true);
      const names = (required.length === 0 ? all : required).map(([name]) => name);
      report(`must be an object with ${names.join(required.length === 0 ? ', ' : ' and ')}`);
      return;
    }
    const problems = new DetailsCollector();
    checkDto(type, value, problems, settings);
    for (const [path, problem] of Object.entries(problems.toDetails())) {
      report(problem, `.${path}`);
    }
  };
}

/**
 * Converts the members of a checked object and adds defaults. Returns the same object if no member
 * has a conversion or a default.
 */
function takeInner(type: Dto, value: unknown, settings: CheckSettings): object {
  const rules = [...membersOf(type).values()];
  if (rules.every((rule) => rule.is.take === undefined && rule.default === undefined)) {
    return value as object;
  }
  return { ...checkDto(type, value as object, new DetailsCollector(), settings) };
}
