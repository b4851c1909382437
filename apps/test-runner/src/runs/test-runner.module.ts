import { Module, type DynamicModule } from '@nestjs/common';
import { TestRequestsController } from './test-requests.controller.js';
import { TestRunner } from './test-runner.js';

/** The runner as a Nest microservice: what comes from the topic goes to the runner. */
@Module({})
export class TestRunnerModule {
  static with(runner: TestRunner): DynamicModule {
    return {
      module: TestRunnerModule,
      controllers: [TestRequestsController],
      providers: [{ provide: TestRunner, useValue: runner }],
    };
  }
}
