import type { CreateRegulationsDto } from '@lethe/api/regulations';
import type { RegulationDetailDto, RegulationDto, RegulationPageDto } from '@lethe/api/regulations';

/** A complete answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly durationMs: number;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Maximum milliseconds until an answer, more than the 30 s that the API allows. */
const TIMEOUT_MS = 45_000;

/** A caller of the HTTP API with one token. */
export class Api {
  constructor(
    private readonly baseUrl: string,
    private readonly token: string,
  ) {}

  /** @throws Error if no answer came within the timeout */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const startedAt = performance.now();
    const response = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    const text = await response.text();
    const durationMs = performance.now() - startedAt;
    return { status: response.status, headers: response.headers, text, durationMs };
  }

  /** Creates regulations. @throws Error if the answer is not 201 */
  async create(
    request: CreateRegulationsDto,
    options: { readonly idempotencyKey?: string; readonly timeoutMs?: number } = {},
  ): Promise<RegulationDto[]> {
    const { idempotencyKey, timeoutMs } = options;
    const answer = await this.request('POST', '/v2/regulations', {
      body: request,
      headers: {
        accept: 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    return parse(answer, 201) as RegulationDto[];
  }

  /** Suppresses one user at all sources. @returns id of the regulation */
  async suppress(userId: string): Promise<string> {
    const [record] = await this.create({ regulationType: 'suppress', users: [{ userId }] });
    return record!.id;
  }

  /** @throws Error if the answer is not 204 */
  async cancel(id: string, timeoutMs?: number): Promise<void> {
    const answer = await this.request('DELETE', `/v2/regulations/${id}`, {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    expectStatus(answer, 204);
  }

  async get(id: string): Promise<RegulationDetailDto> {
    return parse(await this.request('GET', `/v2/regulations/${id}`), 200) as RegulationDetailDto;
  }

  /** @param query with its question mark */
  async list(query = ''): Promise<RegulationPageDto> {
    return parse(await this.request('GET', `/v2/regulations${query}`), 200) as RegulationPageDto;
  }
}

function parse(answer: Answer, status: number): unknown {
  expectStatus(answer, status);
  return JSON.parse(answer.text);
}

function expectStatus(answer: Answer, status: number): void {
  if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text}`);
}
