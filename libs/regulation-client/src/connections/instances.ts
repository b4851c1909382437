import { lookup } from 'node:dns/promises';

/** Milliseconds for which new connections avoid an instance that is unreachable or stopping. */
const AVOID_MS = 30_000;

/** Returns the addresses of a name from the system resolver. */
async function resolveName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/**
 * The instances of the regulation service that share a host name. In Kubernetes, the name of a
 * headless Service resolves to the addresses of all instances. A new connection goes to the
 * instance with the fewest connections of this process.
 */
export class Instances {
  private readonly connections = new Map<string, number>();
  private readonly avoidedUntil = new Map<string, number>();

  constructor(
    private readonly host: string,
    private readonly now: () => number,
    private readonly resolve = resolveName,
  ) {}

  /**
   * Returns the addresses. The address with the fewest connections is the first, and avoided
   * addresses are at the end.
   *
   * @throws errors of the resolver (`ENOTFOUND`, `EAI_AGAIN`)
   */
  async find(): Promise<string[]> {
    const addresses = [...new Set(await this.resolve(this.host))];
    for (const [address, until] of this.avoidedUntil) {
      if (until <= this.now()) this.avoidedUntil.delete(address);
    }
    const rank = (address: string): number =>
      (this.avoidedUntil.has(address) ? 1_000 : 0) + (this.connections.get(address) ?? 0);
    // Addresses of equal rank get a random sequence, so that not all gateways begin with the same
    // instance.
    const ranked = addresses.map((address) => ({ address, rank: rank(address) + Math.random() }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
  }

  opened(address: string): void {
    this.avoidedUntil.delete(address);
    this.connections.set(address, (this.connections.get(address) ?? 0) + 1);
  }

  closed(address: string): void {
    const remaining = (this.connections.get(address) ?? 1) - 1;
    if (remaining > 0) this.connections.set(address, remaining);
    else this.connections.delete(address);
  }

  /** Puts an address at the end of the list for 30 s, if its instance is unreachable or stops. */
  avoid(address: string): void {
    this.avoidedUntil.set(address, this.now() + AVOID_MS);
  }
}
