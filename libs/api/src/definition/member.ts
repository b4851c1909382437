import 'reflect-metadata';
import type { DetailsCollector } from '@lethe/contracts';
import { ValidateBy, ValidateIf } from 'class-validator';
import { HIGHEST } from './highest-limits.js';
import type { CheckSettings, Dto, Kind } from './kinds.js';

/** Definition of a member. Lethe derives the check and the documentation of the member from it. */
export interface MemberRule {
  readonly is: Kind;
  /** Name in a path, a query or a header, if it cannot be derived from the name of the member. */
  readonly named?: string;
  readonly optional?: boolean;
  /** Message about an absent value. The default is the message about a wrong value. */
  readonly required?: string;
  readonly description?: string;
  readonly example?: unknown;
  /** Value that an absent member gets. */
  readonly default?: unknown;
}

/**
 * Checks a rule about several members of a DTO. The members can have any type here, because a
 * separate check of each member reports a wrong type.
 */
export type CheckTogether<T> = (
  dto: { readonly [K in keyof T]?: unknown },
  problems: DetailsCollector,
  settings: CheckSettings,
) => void;

export interface DtoRules {
  /** Rules of members by name. Inherited members come first. */
  readonly members: ReadonlyMap<string, MemberRule>;
  readonly names: readonly string[];
  /** Names in a path or a query, by the name of the member. */
  readonly wireNames: ReadonlyMap<string, string>;
  /** Names of headers, by the name of the member. */
  readonly headerNames: ReadonlyMap<string, string>;
  readonly together: CheckTogether<object> | undefined;
}

const MEMBERS = new WeakMap<object, Map<string, MemberRule>>();
const TOGETHER = new WeakMap<object, CheckTogether<never>>();
const RULES = new WeakMap<Dto, DtoRules>();

/** Declares a member of a DTO. `checkDto` and `validate` of class-validator apply the same rule. */
export function Member(rule: MemberRule): PropertyDecorator {
  return (prototype, name) => {
    const own = MEMBERS.get(prototype) ?? new Map<string, MemberRule>();
    MEMBERS.set(prototype, own.set(String(name), rule));
    if (rule.is.check === undefined) return;
    if (rule.optional === true) {
      ValidateIf((_dto, value) => value !== undefined)(prototype, name);
    }
    const validate = (value: unknown) => isValid(rule, value);
    ValidateBy({ name: 'member', validator: { validate } })(prototype, name);
  };
}

/** Declares a check of several members of a DTO together. Subclasses inherit the check. */
export function Together<T extends object>(check: CheckTogether<T>) {
  return (type: Dto<T>): void => {
    TOGETHER.set(type.prototype as object, check);
  };
}

/** Returns the rules of a DTO. They are cached. */
export function rulesOf(type: Dto): DtoRules {
  const known = RULES.get(type);
  if (known !== undefined) return known;
  const members = new Map<string, MemberRule>();
  let together: CheckTogether<object> | undefined;
  for (const prototype of prototypesOf(type)) {
    MEMBERS.get(prototype)?.forEach((rule, name) => members.set(name, rule));
    together = (TOGETHER.get(prototype) as CheckTogether<object> | undefined) ?? together;
  }
  const namesBy = (nameOf: typeof wireNameOf) =>
    new Map([...members].map(([name, rule]) => [name, nameOf(name, rule)]));
  const rules = {
    ...{ members, names: [...members.keys()], together },
    ...{ wireNames: namesBy(wireNameOf), headerNames: namesBy(headerNameOf) },
  };
  RULES.set(type, rules);
  return rules;
}

/** Returns the members of a DTO by name. Inherited members come first. */
export function membersOf(type: Dto): ReadonlyMap<string, MemberRule> {
  return rulesOf(type).members;
}

/** Returns an example of a DTO. Optional members without an example are left out. */
export function exampleOf<T extends object>(type: Dto<T>): T {
  const examples = [...membersOf(type)].flatMap(([name, { is, optional, example }]) => {
    if (example !== undefined) return [[name, example]];
    if (optional === true) return [];
    const { dto, schema } = is;
    if (dto === undefined) return [[name, (schema?.enum as unknown[])[0]]];
    const inner = exampleOf(dto.of());
    return [[name, dto.isList ? [inner] : inner]];
  });
  return Object.fromEntries(examples) as T;
}

/** Returns the name of a member in a path or a query. */
export function wireNameOf(name: string, { named }: MemberRule): string {
  return named ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the name of a member as a header, such as `Upload-Length`. */
export function headerNameOf(name: string, { named }: MemberRule): string {
  return (
    named ??
    name.replace(/^[a-z]|[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toUpperCase()}`)
  );
}

/** Checks the value of a member. @param report called with each problem */
export function checkMember(
  { is, optional, required }: MemberRule,
  value: unknown,
  report: (problem: string, path?: string) => void,
  settings: CheckSettings,
): void {
  if (value === undefined && optional === true) return;
  if (value === undefined && required !== undefined) report(required);
  else is.check?.(value, report, settings);
}

function isValid(rule: MemberRule, value: unknown): boolean {
  let isValid = true;
  const report = () => {
    isValid = false;
  };
  checkMember(rule, value, report, HIGHEST);
  return isValid;
}

/** Returns the prototypes of a DTO. The prototypes of parent classes come first. */
function prototypesOf(type: Dto): object[] {
  const prototypes: object[] = [];
  let one = type.prototype as object | null;
  for (; one !== null; one = Object.getPrototypeOf(one) as object | null) prototypes.unshift(one);
  return prototypes;
}
