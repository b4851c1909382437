/** What a configuration variable holds. */
export interface ConfigField {
  /** `number` may be written as text, as environment variables are. */
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  /** The elements of an array. */
  readonly items?: ConfigField;
  /** The members of an object; any when absent. */
  readonly members?: Readonly<Record<string, ConfigField>>;
  readonly choices?: readonly unknown[];
  /** What is in effect where the configuration has no value. */
  readonly default?: unknown;
  /** The destination does not work without. */
  readonly required?: boolean;
  /** Masked in answers. */
  readonly secret?: boolean;
  /** The variable that took its place. It is read where that one is absent. */
  readonly replacedBy?: string;
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

/**
 * What dashboards of data planes store in the configuration of every type, beside its own variables:
 * where events come from, whether they are shown as they are delivered, which are let through, and whose
 * consent they take. Kept for the data plane; nothing here reads it.
 */
export const DASHBOARD_VARIABLES: readonly string[] = [
  'connectionMode',
  'eventDelivery',
  'eventDeliveryTS',
  'useNativeSDK',
  'eventFilteringOption',
  'whitelistedEvents',
  'blacklistedEvents',
  'consentManagement',
  'oneTrustCookieCategories',
  'ketchConsentPurposes',
];

/** A variable that holds one of some texts; the first is in effect where it holds none. */
export function oneOf(first: string, ...others: readonly string[]): ConfigField {
  return { type: 'string', choices: [first, ...others], default: first };
}
