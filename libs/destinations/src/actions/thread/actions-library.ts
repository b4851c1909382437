import { createRequire } from 'node:module';

/**
 * Members of an integration that Lethe uses. The types of the library are not imported, because the
 * compiler would load 200 integrations for them.
 */
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

/** Request client of the library. Resolves to an answer, and rejects for an error status. */
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
  /** Absent if the integration cannot delete users. */
  onDelete?(user: object, settings: object): Promise<unknown>;
}

export interface ActionsLibrary {
  find(slug: string): LibraryDefinition | undefined;
  create(definition: LibraryDefinition): LibraryDestination;
  defaultMapping(action: LibraryAction): Record<string, unknown>;
  /** Returns whether an event matches a trigger. @throws TriggerError if the trigger is invalid */
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
 * Loads the library. Loading takes about one second and 150 MB, so only the threads that run
 * integrations load it.
 *
 * @param manifestPath module that exports the integrations. Default: the library
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

/** Returns the defaults of nested fields, which `defaultValues` of the library ignores. */
function nestedDefaults(fields: Readonly<Record<string, LibraryField>>): Record<string, unknown> {
  const nested = Object.entries(fields).map(([name, { multiple, properties = {} }]) => {
    const members = Object.entries(properties).filter(([, field]) => field.default !== undefined);
    return multiple || members.length === 0
      ? {}
      : { [name]: Object.fromEntries(members.map(([member, field]) => [member, field.default])) };
  });
  return Object.assign({}, ...nested) as Record<string, unknown>;
}

export class TriggerError extends Error {
  override readonly name = 'TriggerError';

  constructor(trigger: string) {
    super(`its trigger cannot be read: ${trigger}`);
  }
}
