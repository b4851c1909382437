import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import yaml from 'yaml';

/**
 * A small client of a Kubernetes API server. It creates, reads and deletes objects, and returns
 * warnings.
 */
export class KubeClient {
  #server;
  #options;
  #resources = new Map();

  /** @param {string} kubeconfig path of the file; the client uses its current context */
  constructor(kubeconfig) {
    const config = yaml.parse(readFileSync(kubeconfig, 'utf8'));
    const named = (list, name) => list.find((entry) => entry.name === name);
    const { context } = named(config.contexts, config['current-context']);
    const { cluster } = named(config.clusters, context.cluster);
    const { user } = named(config.users, context.user);
    this.#server = new URL(cluster.server);
    this.#options = {
      rejectUnauthorized: cluster['insecure-skip-tls-verify'] !== true,
      ca: content(cluster, 'certificate-authority'),
      cert: content(user, 'client-certificate'),
      key: content(user, 'client-key'),
      headers: user.token === undefined ? {} : { authorization: `Bearer ${user.token}` },
    };
  }

  /**
   * @param {string} path with its query
   * @returns {Promise<{status: number, body: any, warnings: string[]}>}
   */
  call(method, path, body) {
    const headers = { ...this.#options.headers, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        new URL(path, this.#server),
        { ...this.#options, method, headers },
        (response) => {
          const chunks = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const warnings = [response.headers.warning ?? []].flat();
            resolve({ status: response.statusCode, body: text && JSON.parse(text), warnings });
          });
        },
      );
      outgoing.setTimeout(30_000, () => outgoing.destroy(new Error(`${path} did not answer`)));
      outgoing.on('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** Creates an object, and refuses unknown fields. @returns the server's warnings */
  async create(manifest, { dryRun = false } = {}) {
    const path = await this.#pathOf(manifest);
    const query = `fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
    const { status, body, warnings } = await this.call('POST', `${path}?${query}`, manifest);
    if (status >= 300) {
      const name = manifest.metadata.name ?? manifest.metadata.generateName;
      throw new Error(`${manifest.kind} ${name} is refused: ${body.message ?? status}`);
    }
    return warnings;
  }

  /** @returns the object, or undefined */
  async read(manifest) {
    const path = await this.#pathOf(manifest);
    const { status, body } = await this.call('GET', `${path}/${manifest.metadata.name}`);
    return status === 200 ? body : undefined;
  }

  async delete(manifest) {
    await this.call('DELETE', `${await this.#pathOf(manifest)}/${manifest.metadata.name}`);
  }

  async #pathOf({ apiVersion, kind, metadata }) {
    const base = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    if (!this.#resources.has(base)) {
      const { body } = await this.call('GET', base);
      this.#resources.set(base, body.resources ?? []);
    }
    const found = this.#resources
      .get(base)
      .find((resource) => resource.kind === kind && !resource.name.includes('/'));
    if (found === undefined) {
      this.#resources.delete(base);
      throw new Error(`the server does not know ${apiVersion} ${kind}`);
    }
    const namespace = found.namespaced ? `/namespaces/${metadata.namespace}` : '';
    return `${base}${namespace}/${found.name}`;
  }
}

/** Returns data of a kubeconfig: inline, or from the file that it names. */
function content(section, name) {
  const data = section[`${name}-data`];
  if (data !== undefined) return Buffer.from(data, 'base64');
  return section[name] === undefined ? undefined : readFileSync(section[name]);
}
