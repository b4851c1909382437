import { TOPICS } from '@lethe/contracts';
import type { TakenRecord } from '@lethe/messaging';
import { Controller, Inject } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { TestRunner } from './test-runner.js';

/** Test requests as they come from the topic. */
@Controller()
export class TestRequestsController {
  constructor(@Inject(TestRunner) private readonly runner: TestRunner) {}

  @EventPattern(TOPICS.testRequests.name)
  async handleRequest(@Payload() { record, committed }: TakenRecord): Promise<void> {
    await this.runner.handle(record, committed);
  }
}
