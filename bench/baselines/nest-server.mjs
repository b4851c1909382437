/**
 * A program of (edge): Nest on Fastify, without middleware. It answers each request with the same
 * JSON, without checking anything.
 *
 * usage: node nest-server.mjs ANSWER
 */
import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';

const answer = JSON.parse(process.argv[2]);

class MeController {
  get() {
    return answer;
  }
}
Get('v2/me')(MeController.prototype, 'get', { value: MeController.prototype.get });
Controller()(MeController);

class MeModule {}
Module({ controllers: [MeController] })(MeModule);

const adapter = new FastifyAdapter({ skipMiddie: true });
const app = await NestFactory.create(MeModule, adapter, { logger: false });

process.once('SIGTERM', () => process.exit());
await app.listen(0, '127.0.0.1');
console.log(JSON.stringify((await app.getUrl()).replace('[::1]', '127.0.0.1')));
