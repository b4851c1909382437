import type { SignInCodeDto, SignInWaysDto } from '@lethe/api-contracts';
import type { TokenIdentity } from '@lethe/catalog';
import { Controller, Get, Inject, Optional, Post, Req } from '@nestjs/common';
import { RouteConstraints } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { Identity } from '../../auth/identity.decorator.js';
import type { GatewaySettings } from '../../gateway.config.js';
import { GATEWAY_SETTINGS } from '../../injection-tokens.js';
import { ConsoleSessions } from '../session/console-sessions.js';
import { READER } from './reader.js';
import { signInLink } from './sign-in-link.js';
import { SingleSignOn } from './single-sign-on.js';
import { MakesSignInCode, ShowsSignIn } from './sign-in.docs.js';

/** How to sign in to the console. */
@Controller('console')
export class SignInController {
  constructor(
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
    private readonly sessions: ConsoleSessions,
    @Optional() private readonly singleSignOn?: SingleSignOn,
  ) {}

  @Get('sign-in')
  @RouteConstraints({ [READER]: 'program' })
  @ShowsSignIn()
  getSignIn(): SignInWaysDto {
    const { singleSignOn } = this;
    const provider = singleSignOn && { name: singleSignOn.name, href: '/console/sign-in/oidc' };
    return { token: true, singleSignOn: provider ?? null };
  }

  @Post('sign-in-codes')
  @MakesSignInCode()
  async createSignInCode(
    @Identity() identity: TokenIdentity,
    @Req() { protocol, headers }: FastifyRequest,
  ): Promise<SignInCodeDto> {
    const { code, expiresAt } = await this.sessions.makeCode(identity);
    const origin = this.settings.LETHE_PUBLIC_URL ?? `${protocol}://${headers.host ?? ''}`;
    return { code, href: signInLink(origin, code), expiresAt: expiresAt.toISOString() };
  }
}
