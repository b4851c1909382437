import { createRequire } from 'node:module';

/** The parts of the library that are used here; its own types would drag 200 integrations along. */
export interface LibraryDefinition {
  readonly name: string;
  readonly slug: string;
  readonly presets?: readonly LibraryPreset[];
  readonly actions: Readonly<Record<string, LibraryAction>>;
  readonly authentication?: object;
  readonly onDelete?: (request: RequestClient, data: unknown) => unknown;
}

export interface LibraryPreset {
  readonly name: string;
  readonly partnerAction: string;
  readonly mapping: Readonly<Record<string, unknown>>;
}

/** The library's request client: resolves to an answer, rejects when its status is an error. */
export type RequestClient = (url: unknown, options?: object) => Promise<object>;

interface LibraryField {
  readonly multiple?: boolean;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, LibraryField>>;
}

export interface LibraryAction {
  readonly fields: Readonly<Record<string, LibraryField>>;
  readonly syncMode?: { readonly default?: string };
  readonly perform: (request: RequestClient, data: unknown) => unknown;
}

export interface LibraryDestination {
  readonly responses: unknown[];
  validateSettings(settings: unknown): void;
  executeAction(action: string, input: object): Promise<unknown>;
  /** Absent where the integration cannot delete. */
  onDelete?(user: object, settings: object): Promise<unknown>;
}

export interface ActionsLibrary {
  /** @returns the definition with that slug */
  find(slug: string): LibraryDefinition | undefined;
  /** Makes a destination out of a definition. */
  create(definition: LibraryDefinition): LibraryDestination;
  /** The mapping of an action that nobody configured. */
  defaultMapping(action: LibraryAction): Record<string, unknown>;
  /** Whether an event is one that a trigger speaks of; throws when the trigger can't be read. */
  matches(trigger: string, event: unknown): boolean;
}

interface Manifest {
  readonly manifest: Readonly<Record<string, { readonly definition: LibraryDefinition }>>;
}

interface Core {
  readonly Destination: new (definition: LibraryDefinition) => LibraryDestination;
  readonly defaultValues: (fields: object) => Record<string, unknown>;
}

interface Subscriptions {
  readonly parseFql: (trigger: string) => { readonly error?: Error };
  readonly validate: (tree: object, event: unknown) => boolean;
}

const LIBRARY = '@segment/action-destinations';

/**
 * Loads the library: about a second and 150 MB, so only a thread that runs it does.
 *
 * @param manifestPath of a module that has other integrations; the library's own when absent
 */
export function loadActionsLibrary(manifestPath?: string): ActionsLibrary {
  const here = createRequire(import.meta.url);
  const { manifest } = here(manifestPath ?? LIBRARY) as Manifest;
  const fromLibrary = createRequire(here.resolve(LIBRARY));
  const { Destination, defaultValues } = fromLibrary('@segment/actions-core') as Core;
  const { parseFql, validate } = createRequire(fromLibrary.resolve('@segment/actions-core'))(
    '@segment/destination-subscriptions',
  ) as Subscriptions;
  const bySlug = new Map(
    Object.values(manifest).map(({ definition }) => [definition.slug, definition]),
  );
  return {
    find: (slug) => bySlug.get(slug),
    create: (definition) => new Destination(definition),
    defaultMapping: ({ fields, syncMode }) => ({
      ...nestedDefaults(fields),
      ...defaultValues(fields),
      ...(syncMode?.default === undefined
        ? {}
        : { __segment_internal_sync_mode: syncMode.default }),
    }),
    matches: (trigger, event) => {
      const tree = parseFql(trigger);
      if (tree.error !== undefined) throw new TriggerError(trigger);
      return validate(tree, event);
    },
  };
}

/** Some fields leave their defaults to their members; the library's own helper looks no deeper. */
function nestedDefaults(fields: Readonly<Record<string, LibraryField>>): Record<string, unknown> {
  const nested = Object.entries(fields).map(([name, { multiple, properties = {} }]) => {
    const members = Object.entries(properties).filter(([, field]) => field.default !== undefined);
    return multiple || members.length === 0
      ? {}
      : { [name]: Object.fromEntries(members.map(([member, field]) => [member, field.default])) };
  });
  return Object.assign({}, ...nested) as Record<string, unknown>;
}

/** A configured trigger is not one. */
export class TriggerError extends Error {
  override readonly name = 'TriggerError';

  constructor(trigger: string) {
    super(`its trigger cannot be read: ${trigger}`);
  }
}
