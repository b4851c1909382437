import type { ConfigField } from './config-field.js';

/** How events reach a destination. Lethe deletes only at destinations in `cloud` mode. */
export const CONNECTION_MODES = ['cloud', 'device', 'hybrid'] as const;
export type ConnectionMode = (typeof CONNECTION_MODES)[number];

export const MESSAGE_TYPES = ['identify', 'track', 'page', 'screen', 'group', 'alias'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** Kinds of service. The kind decides whether the Test API supports a type. */
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

/** Whether the Test API supports the type. */
export interface TestCapability {
  readonly supported: boolean;
  /** Why the type is not supported. Absent if it is supported. */
  readonly reason?: string;
}

/** Whether and how Lethe can delete users at destinations of the type. */
export interface DeletionCapability {
  readonly supported: boolean;
  /** Identifiers by which the destination finds a user. One of them is enough. */
  readonly identifiers?: readonly string[];
  /** Maximum number of users in a deletion job. */
  readonly batchSize?: number;
  /** Maximum number of calls per second to one destination. */
  readonly requestsPerSecond?: number;
  /** Maximum number of days for which Lethe polls an accepted deletion. */
  readonly acceptedDays?: number;
  /** Why deletions are not supported. Absent if they are supported. */
  readonly reason?: string;
}

/** Who makes the requests: Lethe itself, the actions library, or the operator's transformer. */
export type ProviderName = 'native' | 'actions' | 'transformer';

/** Action that a destination carries out for events that match a trigger. */
export interface PresetDefinition {
  /** Name by which configurations refer to the preset. */
  readonly name: string;
  readonly action: string;
  /** Trigger, such as `type = "track" and event = "Signed Up"`. If absent, no event matches. */
  readonly subscribe?: string;
  /** Whether the preset is enabled by default. A configuration can change the state. */
  readonly enabled: boolean;
}

/** Definition of a destination type. It is part of the public API. */
export interface DestinationDefinition {
  /** Id that never changes. */
  readonly id: string;
  /** Value of `type` in destinations, in upper case. */
  readonly name: string;
  readonly displayName: string;
  readonly category: DestinationCategory;
  /** If absent, Lethe makes no requests, but the type can be configured and listed. */
  readonly provider?: ProviderName;
  readonly config: {
    readonly destConfig: {
      /** Names of all variables. */
      readonly defaultConfig: readonly string[];
    };
    readonly fields: Readonly<Record<string, ConfigField>>;
    /** Paths of the secrets. `headers.to` means the member `to` in each element of `headers`. */
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
