import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { gatewayModule } from './create-gateway.js';
import { createOpenApiDocument } from './docs/openapi-document.js';

/**
 * Returns the OpenAPI document. In preview mode, Nest creates no controllers, so no parts of a
 * gateway are needed.
 */
export async function describeApi(): Promise<OpenAPIObject> {
  const module = gatewayModule({} as Parameters<typeof gatewayModule>[0]);
  const options = { logger: false, preview: true, abortOnError: false } as const;
  const app = await NestFactory.create(module, new FastifyAdapter(), options);
  return createOpenApiDocument(app);
}
