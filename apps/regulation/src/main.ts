import 'reflect-metadata';
import { runService } from '@lethe/observability';
import { regulationConfigSchema } from './regulation.config.js';
import { startRegulation } from './start-regulation.js';

runService(regulationConfigSchema, startRegulation);
