import 'reflect-metadata';
import type { DetailsCollector } from '@lethe/contracts';
import { ValidateBy, ValidateIf } from 'class-validator';
import type { Dto, Kind } from './kinds.js';

/** What is stated of a member, once: its validation, its documentation and its default follow from it. */
export interface MemberRule {
  readonly is: Kind;
  /** Its name in a path or a query, where it is not that of the member in snake case. */
  readonly named?: string;
  readonly optional?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  /** What it is where it is absent. */
  readonly default?: unknown;
}

/** Checks what members of a DTO are together. Each member may still be of any kind: what is wrong with one is reported beside. */
export type CheckTogether<T> = (
  dto: { readonly [K in keyof T]?: unknown },
  problems: DetailsCollector,
) => void;

const MEMBERS = new WeakMap<object, Map<string, MemberRule>>();
const TOGETHER = new WeakMap<object, CheckTogether<never>>();

/** States a member of a DTO. */
export function Member(rule: MemberRule): PropertyDecorator {
  return (prototype, name) => {
    const own = MEMBERS.get(prototype) ?? new Map<string, MemberRule>();
    MEMBERS.set(prototype, own.set(String(name), rule));
    const { check } = rule.is;
    if (check === undefined) return;
    if (rule.optional === true) {
      ValidateIf((_dto, value) => value !== undefined)(prototype, name);
    }
    ValidateBy({ name: 'member', validator: { validate: (value) => isSound(check, value) } })(
      prototype,
      name,
    );
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

function isSound(check: NonNullable<Kind['check']>, value: unknown): boolean {
  let isSound = true;
  check(value, () => {
    isSound = false;
  });
  return isSound;
}
