import { freePort, type ProxiedListener } from '@lethe/local-services';
import { FaultyLink } from '../faults/faulty-link.js';
import { LINKS } from '../faults/schedule.js';

/** Ports of the servers behind the links. */
export interface Servers {
  /** TCP port. */
  readonly postgres: number;
  /** TCP ports of the regulation services. */
  readonly regulations: readonly number[];
}

/** Every link of the system. Each has its own port, so that each fails alone. */
export class Links {
  private constructor(
    private readonly links: ReadonlyMap<string, FaultyLink>,
    /**
     * Kafka's listeners behind the links. Each advertises its link's port, so that clients use the
     * link.
     */
    readonly kafkaListeners: readonly ProxiedListener[],
  ) {}

  static async open({ postgres, regulations }: Servers): Promise<Links> {
    const links = new Map<string, FaultyLink>();
    const kafkaListeners: ProxiedListener[] = [];
    for (const name of LINKS) {
      const [from = '', to = ''] = name.split(' > ');
      const isKafka = to === 'kafka';
      const target = isKafka
        ? await freePort()
        : to === 'postgres'
          ? postgres
          : regulations[Number(from.at(-1)) % regulations.length]!;
      const link = await FaultyLink.open(target);
      links.set(name, link);
      if (isKafka) kafkaListeners.push({ port: target, advertisedPort: link.port });
    }
    return new Links(links, kafkaListeners);
  }

  /** @param name `from > to` */
  get(name: string): FaultyLink {
    const link = this.links.get(name);
    if (link === undefined) throw new Error(`There is no link ${name}.`);
    return link;
  }

  healAll(): void {
    for (const link of this.links.values()) link.heal();
  }

  closeAll(): void {
    for (const link of this.links.values()) link.close();
  }
}
