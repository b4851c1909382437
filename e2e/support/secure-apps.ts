import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { spawnApp, type CertificateAuthority, type SpawnedApp } from '@lethe/testing';
import type { AppName } from '../system.js';
import type { SecureServices } from './secure-services.js';

export type SecureApp = AppName | 'event-filter' | 'cli';

export const SECRET_KEY = randomBytes(32).toString('base64');

/**
 * Variables of apps that do not create schemas and topics, because they have only the rights that
 * they need at run time.
 */
export const CREATED_BY_OTHERS = {
  LETHE_MIGRATE_ON_START: 'false',
  LETHE_CREATE_TOPICS: 'false',
};

/** Starts apps on the secure services, each with its own login. */
export class SecureApps {
  private readonly running: SpawnedApp[] = [];

  constructor(
    private readonly services: SecureServices,
    private readonly prefix: string,
    private readonly common: Readonly<Record<string, string>> = {},
  ) {}

  start(app: SecureApp, env: Record<string, string> = {}, ...args: string[]): SpawnedApp {
    const main = fileURLToPath(new URL(`../../apps/${app}/dist/bundle/main.js`, import.meta.url));
    const started = spawnApp({
      args: [main, ...args],
      env: { ...this.everything(app), ...env },
    });
    this.running.push(started);
    return started;
  }

  /** Runs a command of `lethe`, the operators' command line, to its end. */
  async run(...args: string[]): Promise<{ code: number | null; output: string }> {
    const cli = this.start('cli', {}, ...args);
    const { code } = await cli.exited;
    return { code, output: cli.output };
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((app) => app.stop()));
  }

  databaseUrl(mode: string, authority: CertificateAuthority = this.services.authority): string {
    return this.services.databaseUrl(`sslmode=${mode}&sslrootcert=${authority.cert}`);
  }

  private everything(app: SecureApp): Record<string, string> {
    return {
      DATABASE_URL: this.services.databaseUrl(),
      LETHE_TOPIC_PREFIX: this.prefix,
      HOST: '127.0.0.1',
      PORT: '0',
      LETHE_SECRET_KEY: SECRET_KEY,
      LETHE_REGULATION_LISTEN: '127.0.0.1:0',
      LETHE_REGULATION_ADDRESS: '127.0.0.1:1',
      LETHE_DATA_DIR: this.services.folder,
      LETHE_EVENTS_IN: 'events.in',
      LETHE_EVENTS_OUT: 'events.out',
      ...this.services.kafkaEnvironment(app === 'cli' ? 'admin' : app),
      ...(app === 'cli' ? {} : this.common),
    };
  }
}
