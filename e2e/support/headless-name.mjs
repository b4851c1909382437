// A test loads this file into a process. It takes the addresses of a host name from a file that the
// test writes. So the name behaves like a headless Service, which has the addresses of all ready
// instances.
import { readFileSync } from 'node:fs';
import dns from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const { LETHE_E2E_NAME: name, LETHE_E2E_ADDRESSES_FILE: file } = process.env;
const { lookup } = dns;

dns.lookup = async (host, options) => {
  if (host !== name) return lookup(host, options);
  const addresses = JSON.parse(readFileSync(file, 'utf8'));
  if (addresses.length > 0) return addresses.map((address) => ({ address, family: 4 }));
  throw Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' });
};
syncBuiltinESMExports();
