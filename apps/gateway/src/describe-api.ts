import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { GatewayModule } from './gateway.module.js';
import { createOpenApiDocument } from './docs/openapi-document.js';

/** The OpenAPI document without a gateway that runs: what that is made of is absent, and is not asked. */
export async function describeApi(): Promise<OpenAPIObject> {
  type Made = Parameters<typeof GatewayModule.from>;
  const module = GatewayModule.from({} as Made[0], { admission: {} } as Made[1]);
  const options = { logger: false, preview: true, abortOnError: false } as const;
  const app = await NestFactory.create(module, new FastifyAdapter(), options);
  return createOpenApiDocument(app);
}
