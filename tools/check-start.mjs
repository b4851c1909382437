#!/usr/bin/env node
// Checks whether Lethe can start on this machine, before a build that takes minutes.
// Usage: node tools/check-start.mjs start|cluster|kafka
// Reads PORT, HOST, KAFKA_PORT, KAFKA_BROKERS, DATABASE_URL and LETHE_DATA_DIR, as the app does.
// If there are conflicts, prints them and exits with code 1.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * @param {string | undefined} what name of the script in package.json
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string[]>} a sentence about each conflict, for the user
 */
export async function obstacles(what, env) {
  const found = [];
  const host = env.HOST || '127.0.0.1';
  if (what !== 'kafka' && (await isTaken(host, env.PORT || 8080))) {
    found.push(
      `Port ${env.PORT || 8080} on ${host} is in use, perhaps by another "npm start" or "npm run cluster". Stop it with Ctrl-C, or set PORT to another port.`,
    );
  }
  const hasKafka = what === 'kafka' || (what === 'cluster' && !env.KAFKA_BROKERS);
  if (hasKafka && (await isTaken('127.0.0.1', env.KAFKA_PORT || 9092))) {
    found.push(
      `Port ${env.KAFKA_PORT || 9092} is in use. Set KAFKA_PORT to another port${what === 'cluster' ? ', or KAFKA_BROKERS to the Kafka that listens there' : ''}.`,
    );
  }
  const folder = resolve(env.LETHE_DATA_DIR || '.lethe');
  const owner = what === 'kafka' || env.DATABASE_URL ? undefined : ownerOf(folder);
  if (owner !== undefined) {
    found.push(
      `The database in ${folder} is in use by process ${owner}, which belongs to another Lethe. Stop that Lethe, or set LETHE_DATA_DIR to another folder.`,
    );
  }
  return found;
}

/**
 * Returns true if the port is in use. Returns false for an invalid port, because the app reports
 * this error.
 */
async function isTaken(host, port) {
  if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535) return false;
  const server = createServer();
  try {
    await once(server.listen(Number(port), host), 'listening');
    return false;
  } catch (error) {
    return error.code === 'EADDRINUSE';
  } finally {
    server.close();
  }
}

/**
 * Returns the process id of the app that started the database in the folder, if app and database
 * still run. Their files do not prove this, because a killed process leaves its files.
 */
function ownerOf(folder) {
  const [owner, server] = ['owner.pid', 'data/postmaster.pid'].map((file) => {
    try {
      return Number.parseInt(readFileSync(join(folder, 'postgres', file), 'utf8'), 10);
    } catch {
      return undefined; // the database was never started, or it stopped cleanly
    }
  });
  return isAlive(owner) && isAlive(server) ? owner : undefined;
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await obstacles(process.argv[2], process.env);
  for (const line of found) console.error(line);
  process.exitCode = found.length === 0 ? 0 : 1;
}
