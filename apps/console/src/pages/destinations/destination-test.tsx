import type { Destination } from '../../api/catalog.js';
import type { Definition } from '../../api/definitions.js';
import { testDestination, testUnsavedDestination } from '../../api/tests.js';
import { configOf, missingIn, withoutSecrets, type Values } from './form/config-values.js';
import { labelOf } from './form/field-label.js';
import { EventTest } from './event-test.js';

/** Tries a destination as it is on its page. */
export function DestinationTest({
  destination: { id },
  definition,
  unsaved,
}: {
  readonly destination: Destination;
  readonly definition: Definition;
  /** What was edited and not saved: used for the test alone. */
  readonly unsaved: Values;
}) {
  const { fields, secretKeys } = definition.config;
  const names = Object.keys(unsaved);
  const hasUnsaved = names.length > 0;
  const shown = withoutSecrets(fields, secretKeys, unsaved);
  return (
    <EventTest
      title="Try it with one event"
      definition={definition}
      note={
        hasUnsaved ? `With what you have not saved: ${names.map(labelOf).join(', ')}.` : undefined
      }
      ask={(message, send) =>
        testDestination(
          id,
          {
            ...{ message, stage: stagesOf(send) },
            ...(hasUnsaved && { destinationConfig: unsaved }),
          },
          { force: true },
        )
      }
      curl={(message) => ({
        path: `/v0/testDestination/${id}?force=true`,
        body: { message, stage: stagesOf(false), ...(hasUnsaved && { destinationConfig: shown }) },
      })}
    />
  );
}

/** Tries a destination that is only a form yet, with what is typed in. Nothing of it is kept. */
export function NewDestinationTest({
  definition,
  edited,
  onMissing,
  onDetails,
}: {
  readonly definition: Definition;
  readonly edited: Values;
  /** Gets the variables that have to be filled in first. */
  readonly onMissing: (names: readonly string[]) => void;
  readonly onDetails: (details: Readonly<Record<string, string>>) => void;
}) {
  const { name: type, config: rules } = definition;
  const config = configOf(rules.fields, edited);
  const missing = missingIn(rules.fields, edited);
  return (
    <EventTest
      title="Test it before you save"
      definition={definition}
      note={
        missing.length > 0
          ? `Fill in first what it does not work without: ${missing.map(labelOf).join(', ')}.`
          : 'With what is typed in now. It is kept nowhere.'
      }
      check={() => {
        onMissing(missing);
        return missing.length === 0;
      }}
      ask={(message, send) =>
        testUnsavedDestination({ type, config, message, stage: unsavedStages(send) })
      }
      onDetails={onDetails}
      curl={(message) => ({
        path: '/v0/testDestination',
        body: {
          ...{ type, config: withoutSecrets(rules.fields, rules.secretKeys, config) },
          ...{ message, stage: unsavedStages(false) },
        },
      })}
    />
  );
}

/** @param send whether the event goes out */
function stagesOf(send: boolean) {
  return { user_transform: true, ...unsavedStages(send) };
}

/** One that is not saved has no transformation. */
function unsavedStages(send: boolean) {
  return { dest_transform: true, ...(send && { send_to_destination: true }) };
}
