import { OutputBudget } from '../../output-budget.js';
import type {
  ActionsResult,
  ActionsTask,
  CapturedRequest,
  ResolvedPreset,
} from '../actions-task.js';
import type {
  ActionsLibrary,
  LibraryAction,
  LibraryDefinition,
  LibraryDestination,
} from './actions-library.js';
import { announcing } from './announce-requests.js';
import { within } from './capture-requests.js';
import { describeActionError } from './describe-action-error.js';
import { networkAttempts, NetworkForbiddenError } from './forbid-network.js';
import { PresetRun, type Send } from './preset-run.js';

const NOTHING: ActionsResult = { matched: 0, requests: [], dependent: [], failures: [] };

/**
 * Returns a function that runs the presets of a task one after another. A preset that fails does
 * not change the results of the other presets.
 */
export function createPresetRunner(library: ActionsLibrary) {
  const destinations = new Map<string, LibraryDestination>();

  function destinationOf(definition: LibraryDefinition): LibraryDestination {
    const known = destinations.get(definition.slug);
    if (known !== undefined) return known;
    const destination = library.create(observed(definition));
    destinations.set(definition.slug, destination);
    return destination;
  }

  return async (task: ActionsTask, send: Send | undefined): Promise<ActionsResult> => {
    if (task.presets.length === 0) return NOTHING;
    const definition = library.find(task.slug);
    if (definition === undefined) throw new Error(`no integration is called ${task.slug}`);
    const destination = destinationOf(definition);
    const requests: CapturedRequest[] = [];
    const dependent: string[] = [];
    const failures: string[] = [];
    const attempts = networkAttempts();
    const budget = new OutputBudget();
    let matched = 0;
    try {
      destination.validateSettings({ ...task.settings });
    } catch (error) {
      const why = describeActionError(error) ?? 'unknown';
      return {
        matched: 1,
        requests,
        dependent,
        failures: [`The configuration is not valid: ${why}.`],
      };
    }
    for (const preset of task.presets) {
      const run = new PresetRun(send, budget);
      const failure = await runPreset(preset, definition, destination, task, run);
      if (failure === 'not matched') continue;
      matched += 1;
      requests.push(...run.requests);
      if (run.dependent) dependent.push(describeDependence(preset.name, run.requests.length));
      if (failure !== undefined) failures.push(`Preset ${preset.name}: ${failure}.`);
    }
    destination.responses.length = 0;
    if (networkAttempts() > attempts) failures.push(new NetworkForbiddenError().message);
    return { matched, requests, dependent, failures };
  };

  async function runPreset(
    preset: ResolvedPreset,
    definition: LibraryDefinition,
    destination: LibraryDestination,
    task: ActionsTask,
    run: PresetRun,
  ): Promise<string | undefined> {
    try {
      if (!library.matches(preset.subscribe, task.event)) return 'not matched';
    } catch (error) {
      return describeActionError(error);
    }
    const input = {
      event: structuredClone(task.event),
      mapping: { ...mappingOf(preset, definition, library), ...preset.mapping },
      settings: structuredClone(task.settings),
      auth: { accessToken: task.accessToken, refreshToken: undefined },
      features: {},
    };
    const action = within(run, () => destination.executeAction(preset.action, input));
    const failure = await run.finish(action);
    return failure === undefined ? undefined : describeActionError(failure);
  }
}

function mappingOf(
  { position, action }: ResolvedPreset,
  definition: LibraryDefinition,
  library: ActionsLibrary,
): Readonly<Record<string, unknown>> {
  // `position` does not count presets of the library whose action is only for browsers.
  const listed = (definition.presets ?? []).filter(
    ({ partnerAction }) => definition.actions[partnerAction] !== undefined,
  );
  const preset = position === undefined ? undefined : listed[position];
  if (preset?.partnerAction === action) return preset.mapping;
  const known = definition.actions[action];
  return known === undefined ? {} : library.defaultMapping(known);
}

/** Returns a definition whose actions announce their requests to their run. */
function observed(definition: LibraryDefinition): LibraryDefinition {
  return {
    ...definition,
    actions: Object.fromEntries(
      Object.entries(definition.actions).map(([slug, action]): [string, LibraryAction] => [
        slug,
        {
          ...action,
          perform: async (request, data) => {
            await action.perform(announcing(request), data);
            // The result is not returned, because the library would read it.
          },
        },
      ]),
    ),
  };
}

function describeDependence(preset: string, count: number): string {
  return (
    `To continue, preset ${preset} needs the answer to ${count > 1 ? 'these requests' : 'this request'}. ` +
    `Nothing was sent, so later requests of this preset are not shown.`
  );
}
