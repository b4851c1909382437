/** Type and rules of a configuration variable. */
export interface ConfigField {
  /** A `number` can also be given as text, because environment variables are texts. */
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  /** Rules of the elements of an array. */
  readonly items?: ConfigField;
  /** Rules of the members of an object. If absent, the object can have any members. */
  readonly members?: Readonly<Record<string, ConfigField>>;
  readonly choices?: readonly unknown[];
  /** Value that applies if the configuration does not contain the variable. */
  readonly default?: unknown;
  /** Whether the destination needs the variable. */
  readonly required?: boolean;
  /** Whether the value is masked in answers. */
  readonly secret?: boolean;
  /** Name of a newer variable. If the newer variable is present, this variable is ignored. */
  readonly replacedBy?: string;
}

export const FLAG: ConfigField = { type: 'boolean' };
export const NUMBER: ConfigField = { type: 'number' };
const TEXT: ConfigField = { type: 'string' };

/** A list of pairs, such as the name (`from`) and the value (`to`) of each header. */
export const PAIRS: ConfigField = {
  type: 'array',
  items: { type: 'object', members: { from: TEXT, to: TEXT } },
};

/** A list of presets that a configuration enables, disables, changes or adds. */
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
 * Variables that dashboards of data planes store in destinations of all types: event sources, live
 * events, event filters and consent. Lethe stores them for the data plane, and does not read them.
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

/** Returns a field whose value is one of these texts. The first text is the default. */
export function oneOf(first: string, ...others: readonly string[]): ConfigField {
  return { type: 'string', choices: [first, ...others], default: first };
}
