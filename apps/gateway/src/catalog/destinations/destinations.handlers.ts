import { destinations, destinationTransformation } from '@lethe/api/catalog';
import type { CatalogDestination, CatalogEditor, Precondition } from '@lethe/catalog';
import type { ServiceCommands } from '@lethe/api/capabilities';
import { LetheError, type CommandContext } from '@lethe/contracts';
import type { FastifyReply } from 'fastify';
import { controllerOf } from '../../operations/controller-of.js';
import { resourceHandlers, showVersion, type EditorParts } from '../resource-handlers.js';
import {
  toDestinationDto,
  toDestinationValues,
  toPatchedDestination,
  toTransformationLink,
} from './destination-values.js';

export interface DeletingParts {
  readonly commands: Pick<ServiceCommands, 'abortDeletions'>;
}

export const DestinationsController = controllerOf(
  destinations,
  ({ editor, limits, commands }: EditorParts & DeletingParts) => ({
    ...resourceHandlers(
      destinations,
      {
        table: () => editor.destinations,
        show: toDestinationDto,
        patched: toPatchedDestination,
        toValues: toDestinationValues,
      },
      limits,
    ),
    deleteDestination: {
      answers: ({ context, path, precondition }) =>
        removeDestination(editor, commands, context, path.id, precondition),
    },
  }),
);

export const DestinationTransformationController = controllerOf(
  destinationTransformation,
  ({ editor: { destinations: table } }: Pick<EditorParts, 'editor'>) => {
    /** @param transformationId `undefined` removes the connection */
    const connect = (
      ...[workspaceId, id, precondition, transformationId]: [
        workspaceId: string,
        id: string,
        precondition: Precondition | undefined,
        transformationId?: string,
      ]
    ) =>
      table.replace(
        workspaceId,
        id,
        precondition,
        ({ name, type, enabled, connectionMode, config }) => ({
          ...{ name, type, enabled, connectionMode, config },
          ...(transformationId === undefined ? {} : { transformationId }),
        }),
      );
    return {
      getDestinationTransformation: {
        async answers({ identity, path, reply }) {
          return linkOf(await table.find(identity.workspaceId, path.destinationId), reply);
        },
      },
      connectTransformation: {
        async answers({ identity, path, body, precondition, reply }) {
          const { workspaceId } = identity;
          return linkOf(
            await connect(workspaceId, path.destinationId, precondition, body.id),
            reply,
          );
        },
      },
      disconnectTransformation: {
        async answers({ identity, path, precondition }) {
          await connect(identity.workspaceId, path.destinationId, precondition);
        },
      },
    };
  },
);

/** @throws LetheError `not_found` if there is no destination, or no transformation is connected */
function linkOf(destination: CatalogDestination | undefined, reply: FastifyReply) {
  const { transformation } = destination === undefined ? {} : toTransformationLink(destination);
  if (destination === undefined || transformation === undefined) throw new LetheError('not_found');
  showVersion(reply, destination);
  return { transformation };
}

/**
 * Aborts the waiting deletions, then removes the destination, then aborts deletions that were
 * requested after the first abort. If the removal fails, the destination and its leased jobs still
 * exist, and the caller can repeat the request.
 */
async function removeDestination(
  { destinations: table }: Pick<CatalogEditor, 'destinations'>,
  commands: DeletingParts['commands'],
  context: CommandContext,
  id: string,
  precondition: Precondition | undefined,
): Promise<void> {
  const { workspaceId } = context;
  const command = { context, destinationId: id };
  await table.check(workspaceId, id, precondition);
  await commands.abortDeletions({ ...command, mayStay: true });
  await table.remove(workspaceId, id, precondition);
  // An error here is not reported to the caller, because the destination is already removed. If a
  // deletion remains, the worker that claims the deletion aborts it.
  await commands.abortDeletions(command).catch(() => undefined);
}
