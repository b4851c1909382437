import type { Health } from '@lethe/observability';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/authentication.js';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { GATEWAY } from '../operations/controller-of.js';
import { LivenessDto, ReadinessDto } from './health.dto.js';

/**
 * For orchestrators. Needs no credentials and is never refused: not for want of a place, nor for a
 * query.
 */
@ApiTags('Health')
@Controller()
export class HealthController {
  private readonly health: Health;

  constructor(@Inject(GATEWAY) { health }: { readonly health: Health }) {
    this.health = health;
  }

  @Public()
  @Get('livez')
  @ApiOperation({ summary: 'Whether the process should go on' })
  @ApiAnswer(200, LivenessDto, 'It should.', { status: 'alive' })
  @ApiAnswer(503, LivenessDto, 'Only a restart helps.', { status: 'dead' })
  live(@Res({ passthrough: true }) reply: FastifyReply): LivenessDto {
    void reply.code(this.health.isAlive ? 200 : 503);
    return { status: this.health.isAlive ? 'alive' : 'dead' };
  }

  @Public()
  @Get('readyz')
  @ApiOperation({ summary: 'Whether the process takes requests' })
  @ApiAnswer(200, ReadinessDto, 'It does. What is down makes single requests fail.', {
    status: 'ready',
    reasons: [],
    checks: { database: 'up', regulation: 'down' },
  })
  @ApiAnswer(503, ReadinessDto, 'Not now, see reasons.', {
    status: 'not_ready',
    reasons: ['draining'],
    checks: { database: 'up', regulation: 'up' },
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessDto> {
    const { status, reasons, warnings, checks } = await this.health.readiness();
    void reply.code(status === 'ready' ? 200 : 503);
    return {
      status,
      reasons: [...reasons],
      ...(warnings === undefined ? {} : { warnings: [...warnings] }),
      checks: { ...checks },
    };
  }
}
