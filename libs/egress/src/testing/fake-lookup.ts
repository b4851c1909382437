import { isIP, type LookupFunction } from 'node:net';

/**
 * Returns a resolver that knows only the given names and sends no queries. Tests pass it to
 * `createEgress({ lookup })`.
 *
 * @param names the addresses of each name, or a function that returns the addresses for each lookup
 */
export function fakeLookup(
  names: Readonly<Record<string, readonly string[] | (() => readonly string[])>>,
): LookupFunction {
  return (hostname, options, callback) => {
    const entry = Object.hasOwn(names, hostname) ? names[hostname] : undefined;
    const addresses = (typeof entry === 'function' ? entry() : (entry ?? [])).map((address) => ({
      address,
      family: isIP(address.replace(/%.*$/, '')),
    }));
    const [first] = addresses;
    process.nextTick(() => {
      if (first === undefined) {
        callback(Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' }), '', 0);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
