import { tests } from '@lethe/api/tests';
import type { CatalogDestination, TokenIdentity } from '@lethe/catalog';
import { UNSAVED_DESTINATION, type TestResult, type UntestedDestination } from '@lethe/contracts';
import { endSignal } from '../http/request-end.js';
import { controllerOf } from '../operations/controller-of.js';
import type { CallerParts } from '../admission/rates/caller-limits.js';
import { checkUnsaved } from './check-unsaved.js';
import { ChecksInOrder, type TestCatalog } from './checks-in-order.js';
import { showVersions } from './show-versions.js';
import type { TestRuns } from './test-runs.js';
import { TransformationTests } from './transformation-tests.js';

type Runs = Pick<TestRuns, 'run' | 'testTransformation'>;

export const TestsController = controllerOf(
  tests,
  (parts: CallerParts & { readonly catalog: TestCatalog; readonly testRuns: Runs }) => {
    const { callers, testRuns } = parts;
    const checks = new ChecksInOrder(parts.catalog);
    const transformations = new TransformationTests(parts);
    return {
      testDestination: {
        async answersUnread(unread, read) {
          const { identity, path, request, reply } = unread;
          const test = await checks.ofDestination(unread, read);
          if (test.untested !== undefined) return test.untested;
          callers.charge('tests', identity, reply);
          const wanted = { ...sentBy(identity, request.id), ...savedBefore(test), ...test.wanted };
          const [result] = await testRuns.run(
            { ...wanted, destinationIds: [path.id] },
            showVersions(reply),
          );
          return named(present(result), test.destination);
        },
      },

      testUnsavedDestination: {
        checks: checkUnsaved,
        async answers({ identity, body, request, reply }) {
          const wanted = checks.ofUnsaved(identity, body);
          callers.charge('tests', identity, reply);
          const [ran] = await testRuns.run({
            ...sentBy(identity, request.id),
            destinationIds: [UNSAVED_DESTINATION],
            unsavedType: body.type,
            ...wanted,
          });
          const result = present(ran);
          const destination = body.type;
          // Members that only saved destinations have are omitted.
          return 'error' in result
            ? { destination, error: result.error }
            : { destination, data: result.data };
        },
      },

      testSource: {
        async answersUnread(unread, read) {
          const { identity, path, request, reply } = unread;
          const test = await checks.ofSource(unread, read);
          const { destinations, untested } = test;
          const destinationIds = destinations.flatMap(({ id }) => (untested.has(id) ? [] : [id]));
          callers.charge('tests', identity, reply, destinationIds.length);
          const wanted = { ...sentBy(identity, request.id), ...savedBefore(test), ...test.wanted };
          const results =
            destinationIds.length === 0
              ? []
              : await testRuns.run(
                  { ...wanted, sourceId: path.id, destinationIds },
                  showVersions(reply),
                );
          const tested = new Map(results.map((result) => [result.destinationId, result]));
          return destinations.flatMap((destination) => {
            const result = untested.get(destination.id) ?? tested.get(destination.id);
            return result === undefined ? [] : [named(result, destination)];
          });
        },
      },

      testTransformation: {
        async answers({ identity, body, request, reply }) {
          const wanted = { ...body, stages: { userTransform: true, destTransform: true } };
          await transformations.checkDestination(identity, wanted);
          callers.charge('tests', identity, reply);
          return transformations.run(identity, request.id, wanted, endSignal(request, reply));
        },
      },
    };
  },
);

/** Only a caller with `catalog:write` is allowed to send stored secrets to another host. */
function sentBy({ workspaceId, scopes }: TokenIdentity, requestId: string) {
  return { requestId, workspaceId, mayMoveSecrets: scopes.includes('catalog:write') };
}

function savedBefore({ savedAt }: { readonly savedAt: string | undefined }) {
  return savedAt === undefined ? {} : { savedAt };
}

function present<T>(result: T | undefined): T {
  if (result === undefined) throw new Error('A run ended without its result.');
  return result;
}

/**
 * Adds the name to an error, because a runner that could not read the destination does not know its
 * name.
 */
function named(
  result: TestResult | UntestedDestination,
  { name }: CatalogDestination,
): TestResult | UntestedDestination {
  return 'error' in result ? { ...result, destinationName: name } : result;
}
