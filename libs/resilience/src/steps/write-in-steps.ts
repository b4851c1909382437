import { CHARACTERS_OF_A_STEP } from './parse-in-steps.js';
import { StepCounter } from './step-counter.js';

const ELEMENTS_AT_ONCE = 50;
/** Depth to which a long list is searched. A command has its list of users inside its request. */
const LEVELS = 4;

/** Returns whether a message has a list that takes more than one step to write. */
export function holdsLongList(value: unknown, levels = LEVELS): boolean {
  if (Array.isArray(value)) return value.length > ELEMENTS_AT_ONCE;
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  for (const name of Object.keys(value)) {
    if (holdsLongList((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return true;
  }
  return false;
}

/**
 * Does the same as `JSON.stringify`, in steps. It cuts only long lists that are at most `LEVELS`
 * deep.
 *
 * @param value plain data
 */
export async function writeInSteps(
  value: object,
  pace = new StepCounter(CHARACTERS_OF_A_STEP),
): Promise<string> {
  const parts: string[] = [];
  await write(value, LEVELS, parts, pace);
  return parts.join('');
}

async function write(
  value: unknown,
  levels: number,
  parts: string[],
  pace: StepCounter,
): Promise<void> {
  if (!holdsLongList(value, levels)) {
    parts.push(JSON.stringify(value));
    return;
  }
  if (Array.isArray(value)) {
    await writeList(value, parts, pace);
    return;
  }
  const members = Object.entries(value as object).filter(([, member]) => isWritten(member));
  for (const [index, [name, member]] of members.entries()) {
    parts.push(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    await write(member, levels - 1, parts, pace);
  }
  parts.push('}');
}

async function writeList(
  list: readonly unknown[],
  parts: string[],
  pace: StepCounter,
): Promise<void> {
  for (let from = 0; from < list.length; from += ELEMENTS_AT_ONCE) {
    const text = JSON.stringify(list.slice(from, from + ELEMENTS_AT_ONCE));
    parts.push(from === 0 ? '[' : ',', text.slice(1, -1));
    await pace.did(text.length);
  }
  parts.push(']');
}

/**
 * Returns whether `JSON.stringify` writes a member. It leaves out undefined, functions and symbols.
 */
function isWritten(member: unknown): boolean {
  return member !== undefined && typeof member !== 'function' && typeof member !== 'symbol';
}
