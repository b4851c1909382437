import { LetheError } from '@lethe/contracts';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../auth/authentication.js';
import { hasProvider, type OidcVariables } from '../../config/oidc.variables.js';
import { GATEWAY } from '../../operations/controller-of.js';
import { SingleSignOn, type SingleSignOnParts } from './single-sign-on.js';

/** Serves the addresses that a browser opens to sign in with an identity provider. */
@ApiExcludeController()
@Controller('console/sign-in/oidc')
export class OidcController {
  private readonly singleSignOn: SingleSignOn | undefined;

  constructor(@Inject(GATEWAY) parts: SingleSignOnParts & { readonly config: OidcVariables }) {
    const { config } = parts;
    this.singleSignOn = hasProvider(config) ? new SingleSignOn(config, parts) : undefined;
  }

  @Public()
  @Get()
  begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.configured().begin(request, reply);
  }

  @Public()
  @Get('callback')
  finish(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.configured().finish(request, reply);
  }

  private configured(): SingleSignOn {
    if (this.singleSignOn !== undefined) return this.singleSignOn;
    throw new LetheError('not_found', {
      message: 'No identity provider is configured. Sign in with a token.',
    });
  }
}
