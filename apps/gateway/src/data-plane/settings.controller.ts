import type { DataPlaneIdentity } from '@lethe/catalog';
import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/data-plane.decorator.js';
import { requireNamespacePath, requireWorkspacePath } from '../auth/require-path.js';
import { parseJson } from '../http/parse-json.js';
import { checkSettings } from './check-settings.js';
import { DocumentsSettings } from './settings.docs.js';

/**
 * Data planes tell at their start which components and features they have. Nothing here depends on
 * that, so it is checked and forgotten. They take 204 only.
 */
@Controller('data-plane/v1')
export class SettingsController {
  @Post('workspaces/:id/settings')
  @HttpCode(204)
  @DocumentsSettings('workspace')
  takeWorkspaceSettings(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
  ): void {
    requireWorkspacePath(dataPlane, id);
    checkSettings(readBody(request));
  }

  @Post('namespaces/:id/settings')
  @HttpCode(204)
  @DocumentsSettings('namespace')
  takeNamespaceSettings(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Param('id') id: string,
  ): void {
    requireNamespacePath(dataPlane, id);
    checkSettings(readBody(request));
  }
}

/** Whatever its content type says: a data plane that is refused may not start. */
function readBody({ body }: FastifyRequest): unknown {
  return parseJson(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
}
