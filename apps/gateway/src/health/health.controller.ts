import type { Health } from '@lethe/observability';
import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/authentication.js';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { GATEWAY } from '../operations/controller-of.js';
import { LivenessDto, ReadinessDto } from './health.dto.js';

/**
 * Serves health probes of orchestrators. A probe needs no credentials and no request permit, and
 * can have any query.
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
  @ApiOperation({ summary: 'Show whether the process is alive' })
  @ApiAnswer(200, LivenessDto, 'The process is alive.', { status: 'alive' })
  @ApiAnswer(503, LivenessDto, 'The process cannot recover. Restart it.', { status: 'dead' })
  live(@Res({ passthrough: true }) reply: FastifyReply): LivenessDto {
    void reply.code(this.health.isAlive ? 200 : 503);
    return { status: this.health.isAlive ? 'alive' : 'dead' };
  }

  @Public()
  @Get('readyz')
  @ApiOperation({ summary: 'Show whether the process accepts requests' })
  @ApiAnswer(
    200,
    ReadinessDto,
    'The process accepts requests. A request fails if it needs a dependency that is down.',
    {
      status: 'ready',
      reasons: [],
      checks: { database: 'up', regulation: 'down' },
    },
  )
  @ApiAnswer(503, ReadinessDto, 'The process accepts no requests now. See `reasons`.', {
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
