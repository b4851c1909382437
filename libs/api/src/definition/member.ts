import 'reflect-metadata';
import type { DetailsCollector } from '@lethe/contracts';
import { ValidateBy, ValidateIf } from 'class-validator';
import { HIGHEST } from './highest-limits.js';
import type { CheckSettings, Dto, Kind } from './kinds.js';

/** What is stated of a member, once: its validation, its documentation and its default follow from it. */
export interface MemberRule {
  readonly is: Kind;
  /** Its name in a path, a query or a header, where that does not follow from the name of the member. */
  readonly named?: string;
  readonly optional?: boolean;
  /** What is said where it is absent; what is said of any other value that its kind refuses, without this. */
  readonly required?: string;
  readonly description?: string;
  readonly example?: unknown;
  /** What it is where it is absent. */
  readonly default?: unknown;
}

/** Checks what members of a DTO are together. Each member may still be of any kind: what is wrong with one is reported beside. */
export type CheckTogether<T> = (
  dto: { readonly [K in keyof T]?: unknown },
  problems: DetailsCollector,
  settings: CheckSettings,
) => void;

/** What is stated of a DTO and of what it extends. */
export interface DtoRules {
  /** By name; those of what it extends first. */
  readonly members: ReadonlyMap<string, MemberRule>;
  readonly names: readonly string[];
  readonly together: CheckTogether<object> | undefined;
}

const MEMBERS = new WeakMap<object, Map<string, MemberRule>>();
const TOGETHER = new WeakMap<object, CheckTogether<never>>();
const RULES = new WeakMap<Dto, DtoRules>();

/** States a member of a DTO. class-validator knows it, too: its `validate` finds the same members wrong as `checkDto`. */
export function Member(rule: MemberRule): PropertyDecorator {
  return (prototype, name) => {
    const own = MEMBERS.get(prototype) ?? new Map<string, MemberRule>();
    MEMBERS.set(prototype, own.set(String(name), rule));
    if (rule.is.check === undefined) return;
    if (rule.optional === true) {
      ValidateIf((_dto, value) => value !== undefined)(prototype, name);
    }
    const validate = (value: unknown) => isSound(rule, value);
    ValidateBy({ name: 'member', validator: { validate } })(prototype, name);
  };
}

/** States what members of a DTO must be together; it holds for what extends the DTO, too. */
export function Together<T extends object>(check: CheckTogether<T>) {
  return (type: Dto<T>): void => {
    TOGETHER.set(type.prototype as object, check);
  };
}

/** @returns what is stated of a DTO, worked out once */
export function rulesOf(type: Dto): DtoRules {
  const known = RULES.get(type);
  if (known !== undefined) return known;
  const members = new Map<string, MemberRule>();
  let together: CheckTogether<object> | undefined;
  for (const line of linesOf(type)) {
    MEMBERS.get(line)?.forEach((rule, name) => members.set(name, rule));
    together = (TOGETHER.get(line) as CheckTogether<object> | undefined) ?? together;
  }
  const rules = { members, names: [...members.keys()], together };
  RULES.set(type, rules);
  return rules;
}

/** @returns the members of a DTO by name, those of what it extends first */
export function membersOf(type: Dto): ReadonlyMap<string, MemberRule> {
  return rulesOf(type).members;
}

/** @returns the example of a DTO: those of its members; of an optional one only where it is stated */
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

/** @returns the name of a member in a path or a query */
export function wireNameOf(name: string, { named }: MemberRule): string {
  return named ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** @returns the name of a member as a header, such as `Upload-Length` */
export function headerNameOf(name: string, { named }: MemberRule): string {
  return (
    named ??
    name.replace(/^[a-z]|[A-Z]/g, (letter, at) => `${at === 0 ? '' : '-'}${letter.toUpperCase()}`)
  );
}

/** @param report takes what is wrong with the value of a member */
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

function isSound(rule: MemberRule, value: unknown): boolean {
  let isSound = true;
  const report = () => {
    isSound = false;
  };
  checkMember(rule, value, report, HIGHEST);
  return isSound;
}

/** The prototypes of a DTO, that of what it extends first. */
function linesOf(type: Dto): object[] {
  const lines: object[] = [];
  let line = type.prototype as object | null;
  for (; line !== null; line = Object.getPrototypeOf(line) as object | null) lines.unshift(line);
  return lines;
}
