import type { TransformationTestDto } from '@lethe/api';
import type { TokenIdentity } from '@lethe/catalog';
import { FIXED_LIMITS, type RequestLimits } from '@lethe/contracts';
import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { requestLimits, type GatewaySettings } from '../gateway.config.js';
import { readJsonBody } from '../http/request/json-body.decorator.js';
import { endSignal } from '../http/request-end.js';
import { CALLER_LIMITS, GATEWAY_SETTINGS } from '../injection-tokens.js';
import { CallerLimits } from '../rate-limits/limit-requests.js';
import { checkTransformationTest } from './check-transformation-test.js';
import { DocumentsTestTransformation } from './transformation-tests.docs.js';
import { TransformationTests } from './transformation-tests.js';

/** An event is an element of a list in its body. */
const BODY_DEPTH = FIXED_LIMITS.messageDepth + 2;

@Controller('v0')
export class TransformationTestsController {
  private readonly limits: RequestLimits;

  constructor(
    @Inject(TransformationTests) private readonly tests: TransformationTests,
    @Inject(CALLER_LIMITS) private readonly callerLimits: CallerLimits,
    @Inject(GATEWAY_SETTINGS) config: GatewaySettings,
  ) {
    this.limits = requestLimits(config);
  }

  @Post('testTransformation')
  @HttpCode(200)
  @RequireScopes('tests:run')
  @DocumentsTestTransformation()
  async testTransformation(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Identity() identity: TokenIdentity,
  ): Promise<TransformationTestDto> {
    const wanted = checkTransformationTest(await readJsonBody(request, BODY_DEPTH), this.limits);
    await this.tests.checkDestination(identity, wanted);
    this.callerLimits.charge('tests', identity, reply);
    return this.tests.run(identity, request.id, wanted, endSignal(request, reply));
  }
}
