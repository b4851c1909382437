import { isIP, type LookupFunction } from 'node:net';

/**
 * A resolver that knows a few names and asks nobody, for `createEgress({ lookup })`.
 *
 * @param names the addresses of each name; a function is asked anew at every resolution
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
