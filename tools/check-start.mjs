#!/usr/bin/env node
// Checks whether Lethe can start on this machine, before it is built.
// Usage: node tools/check-start.mjs start|cluster|kafka
// Reads PORT, HOST, KAFKA_PORT, KAFKA_BROKERS, DATABASE_URL and LETHE_DATA_DIR, as the app does.
// If there are conflicts, prints them and exits with code 1.
import { once } from 'node:events';
import { accessSync, constants, existsSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';

const [what] = process.argv.slice(2);
const found = [...(await portConflicts(process.env)), ...folderConflicts(process.env)];
for (const line of found) console.error(line);
process.exitCode = found.length === 0 ? 0 : 1;

/** Returns true if the script starts a Kafka. */
function startsKafka(env) {
  return what === 'kafka' || (what === 'cluster' && !env.KAFKA_BROKERS);
}

/** Returns true if the script starts a PostgreSQL. */
function startsDatabase(env) {
  return what !== 'kafka' && !env.DATABASE_URL;
}

/** Returns a sentence about each port in use, for the user. */
async function portConflicts(env) {
  const conflicts = [];
  const host = env.HOST || '127.0.0.1';
  if (what !== 'kafka' && (await isTaken(host, env.PORT || 8080))) {
    conflicts.push(
      `Port ${env.PORT || 8080} on ${host} is in use, perhaps by another "npm start" or "npm run cluster". Stop it with Ctrl-C, or set PORT to another port.`,
    );
  }
  if (startsKafka(env) && (await isTaken('127.0.0.1', env.KAFKA_PORT || 9092))) {
    conflicts.push(
      `Port ${env.KAFKA_PORT || 9092} is in use. Set KAFKA_PORT to another port${what === 'cluster' ? ', or KAFKA_BROKERS to the Kafka that listens there' : ''}.`,
    );
  }
  return conflicts;
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

/** Returns a sentence about each conflict in the data folder, for the user. */
function folderConflicts(env) {
  const folder = resolve(env.LETHE_DATA_DIR || '.lethe');
  const reason = writeError(folder);
  if (reason !== undefined) {
    return [
      `Cannot write to ${folder} (${reason}). Check its permissions, or set LETHE_DATA_DIR to another folder.`,
    ];
  }
  const services = [
    ...(startsDatabase(env) ? [['database', 'postgres', 'data/postmaster.pid', 'data']] : []),
    ...(startsKafka(env) ? [['Kafka', 'kafka', 'kafka.pid', 'server.properties']] : []),
  ];
  return services.flatMap(([name, part, pidFile, argument]) => {
    const owner = ownerOf(join(folder, part), pidFile, argument);
    if (owner === undefined) return [];
    return [
      `The ${name} in ${folder} is in use by process ${owner}, which belongs to another Lethe. Stop that Lethe, or set LETHE_DATA_DIR to another folder.`,
    ];
  });
}

/** Returns the code of the error that a write would cause, and `undefined` if there is none. */
function writeError(folder) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(`${existing}/.`, constants.W_OK);
    return undefined;
  } catch (error) {
    return error.code;
  }
}

/**
 * Returns the process id of the app that started the server of a folder, if app and server still
 * run. Their files do not prove this, because a killed process leaves its files.
 *
 * @param folder folder of the server
 * @param pidFile file with the id of the server, in this folder
 * @param argument file or folder in this folder, whose path the command line of the server contains
 */
function ownerOf(folder, pidFile, argument) {
  try {
    const place = placeOf(folder);
    const owner = readPid(join(place, 'owner.pid'));
    const server = readPid(join(place, pidFile));
    return isAlive(owner) && runs(server, join(place, argument)) ? owner : undefined;
  } catch {
    return undefined; // never started, stopped cleanly, or unreadable: then the app reports an error
  }
}

/** Returns the folder with the files of a server, which can be elsewhere if root started it. */
function placeOf(folder) {
  const kept = join(folder, 'kept-in');
  return realpathSync(existsSync(kept) ? readFileSync(kept, 'utf8').trim() : folder);
}

function readPid(file) {
  return Number.parseInt(readFileSync(file, 'utf8'), 10);
}

/** Returns true if a process has this id. If the system shows command lines, compares its own. */
function runs(pid, argument) {
  if (!isAlive(pid)) return false;
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes(argument);
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
