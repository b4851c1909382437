import { imports, type GetImport, type ImportCommands } from '@lethe/api/imports';
import type { TokenIdentity } from '@lethe/catalog';
import type { Scope } from '@lethe/contracts';
import { requireScope } from '../auth/require-scope.js';
import type { Drain } from '../http/drain.js';
import { controllerOf } from '../operations/controller-of.js';
import type { CheckedCall } from '../operations/handlers.js';
import { SCOPE_OF } from '../auth/scopes-of-types.js';
import { unusableDestinations, type OrderCatalog } from '../regulations/unusable-destinations.js';
import { receiveFile, type Receiving } from './receive-file.js';
import { unlessForeign } from './refuse-foreign-files.js';
import { refusalsAsCsv } from './send-refusals.js';
import { readFormat, readUpload } from './upload-headers.js';

interface ImportParts {
  readonly commands: ImportCommands;
  readonly catalog: OrderCatalog;
  readonly drain: Drain;
}

export const ImportsController = controllerOf(
  imports,
  ({ commands, catalog, drain }: ImportParts) => {
    /**
     * Requires the scope that was needed to create an import. The same scope is needed to continue
     * or cancel the import.
     *
     * @returns the scope
     */
    async function requireScopeOf(identity: TokenIdentity, command: GetImport): Promise<Scope> {
      const scope = SCOPE_OF[(await commands.getImport(command)).regulationType];
      requireScope(identity, scope);
      return scope;
    }

    function receive(
      { request, reply }: Pick<CheckedCall, 'request' | 'reply'>,
      scope: Scope,
      receiving: Omit<Receiving, 'imports' | 'requireCaller' | 'isStopping'>,
    ) {
      return receiveFile(request.raw, {
        ...receiving,
        imports: commands,
        requireCaller: async () => {
          requireScope(await request.identifyAgain(reply), scope);
        },
        isStopping: () => drain.closesConnections,
      });
    }

    return {
      createImport: {
        async answers({ query, headers, identity, context, request, reply }, send) {
          const format = readFormat(request, query);
          const upload = readUpload(request, headers);
          const scope = SCOPE_OF[query.regulationType];
          requireScope(identity, scope);
          const begunAt = Date.now();
          const { totalBytes } = upload;
          const { id } = await unlessForeign(request.raw, async () =>
            send({
              context: { ...context, deadline: context.deadline + Date.now() - begunAt },
              ...(await unusableDestinations(catalog, identity.workspaceId, query.destinationIds)),
              ...(totalBytes === undefined ? {} : { totalBytes }),
              format,
            }),
          );
          reply.header('location', `/v2/imports/${id}`);
          return receive({ request, reply }, scope, { ...upload, context, id, offset: 0 });
        },
      },

      continueImport: {
        async answers({ path: { id }, headers, identity, context, request, reply }) {
          const upload = readUpload(request, headers);
          const scope = await requireScopeOf(identity, { context, id });
          const { uploadOffset: offset } = headers;
          if (offset === 0) await unlessForeign(request.raw, () => Promise.resolve());
          return receive({ request, reply }, scope, { ...upload, context, id, offset });
        },
      },

      getImportRefusals: {
        async answers({ path: { id }, query, context, request, reply }) {
          const csv = await refusalsAsCsv(commands, context, id, query, (rows) => {
            request.identifiersShown = (request.identifiersShown ?? 0) + rows;
          });
          void reply
            .type('text/csv; charset=utf-8')
            .header('content-disposition', `attachment; filename="${id}-refusals.csv"`);
          return csv;
        },
      },

      cancelImport: {
        async answers({ path: { id }, identity, context }, send) {
          await requireScopeOf(identity, { context, id });
          return send();
        },
      },
    };
  },
);
