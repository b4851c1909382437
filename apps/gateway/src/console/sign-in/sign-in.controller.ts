import type { SignInCodeDto, SignInCodeOwnerDto, SignInWaysDto } from '@lethe/api';
import type { TokenIdentity } from '@lethe/catalog';
import { Controller, Get, Inject, Optional, Post, Req, Res } from '@nestjs/common';
import { RouteConstraints } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../../auth/identity.decorator.js';
import type { GatewaySettings } from '../../gateway.config.js';
import { GATEWAY_SETTINGS } from '../../injection-tokens.js';
import { JsonBody } from '../../http/request/json-body.decorator.js';
import { checkCode } from '../session/check-sign-in.js';
import { ConsoleSessions } from '../session/console-sessions.js';
import { START_PATH } from './identity-provider.js';
import { READER } from './reader.js';
import { signInLink } from './sign-in-link.js';
import { SingleSignOn } from './single-sign-on.js';
import { LooksSignInCodeUp, MakesSignInCode, ShowsSignIn } from './sign-in.docs.js';

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
    const provider = singleSignOn && { name: singleSignOn.name, href: START_PATH };
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

  @Post('sign-in-codes/lookup')
  @LooksSignInCodeUp()
  async lookUpSignInCode(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @JsonBody() body: unknown,
  ): Promise<SignInCodeOwnerDto> {
    const owner = await this.sessions.findCode(request, reply, checkCode(body));
    return { workspace: owner.workspace, token: { name: owner.tokenName } };
  }
}
