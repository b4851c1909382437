import { LetheError } from '@lethe/contracts';
import { Controller, Get, Optional, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SingleSignOn } from './single-sign-on.js';

/** Signing in by an identity provider, for browsers that open these addresses. */
@ApiExcludeController()
@Controller('console/sign-in/oidc')
export class OidcController {
  constructor(@Optional() private readonly singleSignOn?: SingleSignOn) {}

  @Get()
  begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.configured().begin(request, reply);
  }

  @Get('callback')
  finish(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.configured().finish(request, reply);
  }

  private configured(): SingleSignOn {
    if (this.singleSignOn !== undefined) return this.singleSignOn;
    throw new LetheError('not_found', { message: 'No identity provider is configured.' });
  }
}
