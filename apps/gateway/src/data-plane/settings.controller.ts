import type { DataPlaneIdentity } from '@lethe/catalog';
import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/identity.decorator.js';
import { requireNamespacePath, requireWorkspacePath } from '../auth/require-path.js';
import { parseJson } from '../http/request/parse-json.js';
import { checkSettings } from './check-settings.js';
import { DocumentsSettings } from './settings.docs.js';

/**
 * Data planes report their components and features when they start. Nothing in Lethe depends on
 * them, so they are checked and not stored. Data planes accept no status but 204.
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

/**
 * Reads the body whatever its content type: a data plane whose settings are refused may not start.
 */
function readBody({ body }: FastifyRequest): unknown {
  return parseJson(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
}
