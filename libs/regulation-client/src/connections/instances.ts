import { lookup } from 'node:dns/promises';

/** How long an instance that could not be reached, or stops, comes after the others. */
const AVOID_MS = 30_000;

/** The addresses of a name, as the system knows them. */
async function resolveName(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/**
 * The instances behind a host name: a headless Service of Kubernetes has an address for each. New
 * connections go to the one that has the fewest of ours.
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
   * @returns addresses, the best one first
   * @throws what the resolver throws (`ENOTFOUND`, `EAI_AGAIN`)
   */
  async find(): Promise<string[]> {
    const addresses = [...new Set(await this.resolve(this.host))];
    for (const [address, until] of this.avoidedUntil) {
      if (until <= this.now()) this.avoidedUntil.delete(address);
    }
    const rank = (address: string): number =>
      (this.avoidedUntil.has(address) ? 1_000 : 0) + (this.connections.get(address) ?? 0);
    // By chance among equals, or all gateways would begin with the same one.
    const ranked = addresses.map((address) => ({ address, rank: rank(address) + Math.random() }));
    return ranked.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
  }

  opened(address: string): void {
    this.avoidedUntil.delete(address);
    this.connections.set(address, (this.connections.get(address) ?? 0) + 1);
  }

  closed(address: string): void {
    const left = (this.connections.get(address) ?? 1) - 1;
    if (left > 0) this.connections.set(address, left);
    else this.connections.delete(address);
  }

  /** Puts an address behind the others for a while: it could not be reached, or says that it stops. */
  avoid(address: string): void {
    this.avoidedUntil.set(address, this.now() + AVOID_MS);
  }
}
