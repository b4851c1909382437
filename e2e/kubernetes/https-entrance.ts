import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { IssuedCertificate } from '@lethe/testing';

export interface Place {
  /** IPv4 address. */
  readonly host: string;
  readonly port: number;
}

/** Ends TLS in front of the gateways, as an ingress controller does. */
export class HttpsEntrance {
  private constructor(private readonly server: Server) {}

  static async open(
    at: Place,
    { cert, key }: IssuedCertificate,
    gateways: Place,
  ): Promise<HttpsEntrance> {
    const certificate = { cert: readFileSync(cert), key: readFileSync(key) };
    const server = createServer(certificate, (caller) => {
      const gateway = connect(gateways.port, gateways.host);
      caller.pipe(gateway).pipe(caller);
      caller.on('error', () => gateway.destroy());
      gateway.on('error', () => caller.destroy());
    });
    await once(server.listen(at.port, at.host), 'listening');
    return new HttpsEntrance(server);
  }

  close(): void {
    this.server.close();
  }
}
