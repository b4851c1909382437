/** What a configuration variable holds. */
export interface ConfigField {
  /** `number` may be written as text, as environment variables are. */
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  /** The elements of an array. */
  readonly items?: ConfigField;
  /** The members of an object; any when absent. */
  readonly members?: Readonly<Record<string, ConfigField>>;
  readonly choices?: readonly unknown[];
  /** In effect where the configuration has none. */
  readonly default?: unknown;
  /** The destination does not work without. */
  readonly required?: boolean;
  /** Masked in answers. */
  readonly secret?: boolean;
}

export const FLAG: ConfigField = { type: 'boolean' };
export const NUMBER: ConfigField = { type: 'number' };
const TEXT: ConfigField = { type: 'string' };

/** Pairs such as a header's name (`from`) and value (`to`). */
export const PAIRS: ConfigField = {
  type: 'array',
  items: { type: 'object', members: { from: TEXT, to: TEXT } },
};

/** How a destination's presets are switched, overridden, and added to. */
export const PRESETS: ConfigField = {
  type: 'array',
  items: {
    type: 'object',
    members: {
      name: { ...TEXT, required: true },
      enabled: FLAG,
      action: TEXT,
      subscribe: TEXT,
      mapping: { type: 'object' },
    },
  },
};

/** One of the texts; the first is in effect where there is none. */
export function oneOf(first: string, ...others: readonly string[]): ConfigField {
  return { type: 'string', choices: [first, ...others], default: first };
}
