import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of PEM files. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface IssueOptions {
  /** Names and addresses in the certificate. Default: `localhost` and 127.0.0.1. */
  readonly names?: readonly string[];
  /** Days until the certificate expires; -1 for an expired certificate. Default 2. */
  readonly days?: number;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** Certificate authority for tests, which uses the `openssl` command. */
export class CertificateAuthority {
  private constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  /** @param folder folder for the files; every account must be able to read it */
  static create(folder: string, name = 'ca'): CertificateAuthority {
    const authority = new CertificateAuthority(folder, name);
    const { cert } = authority;
    openssl(
      'req',
      '-x509',
      ...KEY,
      '-subj',
      `/CN=${name}`,
      '-days',
      '2',
      '-out',
      cert,
      '-keyout',
      authority.key,
    );
    return authority;
  }

  /** Path of the certificate of the authority. */
  get cert(): string {
    return join(this.folder, `${this.name}.crt`);
  }

  /** Issues a certificate. @param name common name, and name of the files without extension */
  issue(
    name: string,
    { names = ['localhost', '127.0.0.1'], days = 2 }: IssueOptions = {},
  ): IssuedCertificate {
    const at = (extension: string): string => join(this.folder, `${name}.${extension}`);
    const alternatives = names.map((each) =>
      /^[\d.]+$/.test(each) ? `IP:${each}` : `DNS:${each}`,
    );
    writeFileSync(at('ext'), `subjectAltName=${alternatives.join(',')}\n`);
    openssl('req', ...KEY, '-subj', `/CN=${name}`, '-keyout', at('key'), '-out', at('csr'));
    const signer = ['-CA', this.cert, '-CAkey', this.key, '-CAcreateserial'];
    const request = ['-req', '-in', at('csr'), '-extfile', at('ext'), '-days', String(days)];
    openssl('x509', ...request, ...signer, '-out', at('crt'));
    return { cert: at('crt'), key: at('key') };
  }

  private get key(): string {
    return join(this.folder, `${this.name}.key`);
  }
}

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}
