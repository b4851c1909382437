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
  /** Why not. */
  readonly reason?: string;
}

/** What a destination type is called, needs, hides and supports. An element of the public API. */
export interface DestinationDefinition {
  /** Stable id. */
  readonly id: string;
  /** The `type` of destinations, in upper case. */
  readonly name: string;
  readonly displayName: string;
  readonly category: DestinationCategory;
  readonly config: {
    readonly destConfig: {
      /** Names of all configuration variables. */
      readonly defaultConfig: readonly string[];
    };
    /** Variables that are masked in answers; `headers.to` means `to` in each element of `headers`. */
    readonly secretKeys: readonly string[];
    readonly supportedMessageTypes: readonly MessageType[];
    readonly supportedConnectionModes: readonly ConnectionMode[];
  };
  readonly capabilities: {
    readonly test: TestCapability;
    readonly deletion: DeletionCapability;
  };
}
