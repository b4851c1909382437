import type { ConfigField } from './config-field.js';

/** Where the events of a destination come from. Regulations reach `cloud` only. */
export const CONNECTION_MODES = ['cloud', 'device', 'hybrid'] as const;
export type ConnectionMode = (typeof CONNECTION_MODES)[number];

/** Event types that exist. */
export const MESSAGE_TYPES = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** The kind of service behind a destination; it decides what can be tested. */
export const DESTINATION_CATEGORIES = [
  'webhook',
  'stream',
  'spreadsheet',
  'key-value-cache',
  'stream-insert-warehouse',
  'object-store',
  'warehouse',
  'file-transfer',
  'cloud',
  'custom',
] as const;
export type DestinationCategory = (typeof DESTINATION_CATEGORIES)[number];

/** Whether the Test API can run events of this type through its stages. */
export interface TestCapability {
  readonly supported: boolean;
  /** Why not. */
  readonly reason?: string;
}

/** Whether and how users can be deleted at destinations of this type. */
export interface DeletionCapability {
  readonly supported: boolean;
  /** Members of a user that the destination can find a user by; any one of them is enough. */
  readonly identifiers?: readonly string[];
  /** Most users of one deletion job. */
  readonly batchSize?: number;
  /** Calls per second to one destination. */
  readonly requestsPerSecond?: number;
  /** Most days for which a deletion is followed that the destination accepted and carries out by itself. */
  readonly acceptedDays?: number;
  /** Why not. */
  readonly reason?: string;
}

/** Who makes the requests of a type: Lethe, the actions library, the operator's transformer. */
export type ProviderName = 'native' | 'actions' | 'transformer';

/** What a destination does with an event that matches a trigger. */
export interface PresetDefinition {
  /** A configuration switches or overrides a preset by its name. */
  readonly name: string;
  readonly action: string;
  /** The events that it takes, e.g. `type = "track" and event = "Signed Up"`. None without. */
  readonly subscribe?: string;
  /** Whether it runs unless the configuration says otherwise. */
  readonly enabled: boolean;
}

/** What a destination type is called, needs, hides and supports. An element of the public API. */
export interface DestinationDefinition {
  /** Stable id. */
  readonly id: string;
  /** The `type` of destinations, in upper case. */
  readonly name: string;
  readonly displayName: string;
  readonly category: DestinationCategory;
  /** Absent where nobody makes requests: such a type can be configured and listed. */
  readonly provider?: ProviderName;
  readonly config: {
    readonly destConfig: {
      /** Names of all configuration variables. */
      readonly defaultConfig: readonly string[];
    };
    /** What each of the variables holds. */
    readonly fields: Readonly<Record<string, ConfigField>>;
    /** Variables that are masked in answers; `headers.to` means `to` in each element of `headers`. */
    readonly secretKeys: readonly string[];
    readonly supportedMessageTypes: readonly MessageType[];
    readonly supportedConnectionModes: readonly ConnectionMode[];
  };
  readonly capabilities: {
    readonly test: TestCapability;
    readonly deletion: DeletionCapability;
  };
  readonly presets?: readonly PresetDefinition[];
}
