import 'reflect-metadata';
import type { DetailsCollector } from '@lethe/contracts';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';
import type { CheckSettings, Dto, Kind } from './kinds.js';

/** What is stated of a member, once: its validation, its documentation and its default follow from it. */
export interface MemberRule {
  readonly is: Kind;
  /** Its name in a path or a query, where it is not that of the member in snake case. */
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

const MEMBERS = new WeakMap<object, Map<string, MemberRule>>();
const TOGETHER = new WeakMap<object, CheckTogether<never>>();

/** States a member of a DTO. */
export function Member(rule: MemberRule): PropertyDecorator {
  return (prototype, name) => {
    const own = MEMBERS.get(prototype) ?? new Map<string, MemberRule>();
    MEMBERS.set(prototype, own.set(String(name), rule));
    if (rule.is.check === undefined) return;
    if (rule.optional === true) {
      ValidateIf((_dto, value) => value !== undefined)(prototype, name);
    }
    const validate = (value: unknown, at?: ValidationArguments) => isSound(rule, value, at);
    ValidateBy({ name: 'member', validator: { validate } })(prototype, name);
  };
}

/** States what members of a DTO must be together. */
export function Together<T extends object>(check: CheckTogether<T>) {
  return (type: Dto<T>): void => {
    TOGETHER.set(type, check);
  };
}

/** @returns the members of a DTO by name, those of what it extends first */
export function membersOf(type: Dto): ReadonlyMap<string, MemberRule> {
  const all = new Map<string, MemberRule>();
  const lines: object[] = [];
  for (
    let one = type.prototype as object | null;
    one !== null;
    one = Object.getPrototypeOf(one) as object | null
  ) {
    lines.unshift(one);
  }
  for (const line of lines) MEMBERS.get(line)?.forEach((rule, name) => all.set(name, rule));
  return all;
}

/** @returns what checks the members of a DTO together */
export function togetherOf<T extends object>(type: Dto<T>): CheckTogether<T> | undefined {
  return TOGETHER.get(type) as CheckTogether<T> | undefined;
}

/** @returns the name of a member in a path or a query */
export function wireNameOf(name: string, { named }: MemberRule): string {
  return named ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Takes what is wrong with a member. @param path of the part of it that is wrong, such as `[3]` */
type Collect = (name: string, problem: string, path: string) => void;

const CHECKS = new WeakMap<
  object,
  { readonly settings: CheckSettings; readonly collect: Collect }
>();

/** Makes the next validation of a DTO say what is wrong: class-validator hears only whether something is. */
export function collectProblems(dto: object, settings: CheckSettings, collect: Collect): void {
  CHECKS.set(dto, { settings, collect });
}

function isSound(
  { is, required }: MemberRule,
  value: unknown,
  at: ValidationArguments | undefined,
): boolean {
  const { settings, collect } = CHECKS.get(at?.object ?? {}) ?? {};
  if (at === undefined || settings === undefined) {
    throw new Error('A DTO is checked with checkDto.');
  }
  let isSound = true;
  const report = (problem: string, path = '') => {
    isSound = false;
    collect?.(at.property, problem, path);
  };
  if (value === undefined && required !== undefined) report(required);
  else is.check?.(value, report, settings);
  return isSound;
}
