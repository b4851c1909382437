import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { gatewayModule } from './create-gateway.js';
import { createOpenApiDocument } from './docs/openapi-document.js';

/** The OpenAPI document without a gateway that runs: what that is made of is absent, and is not asked. */
export async function describeApi(): Promise<OpenAPIObject> {
  const module = gatewayModule({} as Parameters<typeof gatewayModule>[0]);
  const options = { logger: false, preview: true, abortOnError: false } as const;
  const app = await NestFactory.create(module, new FastifyAdapter(), options);
  return createOpenApiDocument(app);
}
