import { allDefinitions, findDefinition } from '@lethe/destination-definitions';
import { createActionsDeletion } from '../src/actions/create-actions-deletion.js';
import { LeaseEndedError, type DeletionInput } from '../src/deletion-provider.js';
import { startRecordingServer, type RecordingServer } from './deletions/recording-server.js';
import { VENDOR_APIS, type VendorApi, type VendorRequest } from './deletions/vendor-apis.js';

/** Without escapes, this id would lead to a different user or path. */
const ODD = 'a/../b?c=d&people[1][userId]=other#e"f]\\ø %2e';

describe('deletion through the actions library', () => {
  let vendor: RecordingServer;
  let provider: ReturnType<typeof createActionsDeletion>;
  beforeAll(async () => {
    vendor = await startRecordingServer();
    provider = createActionsDeletion({ egress: vendor.egress, threadsPerOwner: 1 });
    // The first run loads the library, which is slow on a busy machine.
    await provider.delete(inputFor(VENDOR_APIS[0]!, ['user-1']));
  });
  afterAll(async () => {
    await provider.close();
    await vendor.close();
  });
  beforeEach(() => {
    vendor.requests.length = 0;
  });

  function inputFor(
    api: Pick<VendorApi, 'type' | 'config'>,
    userIds: readonly string[],
    overrides: Partial<DeletionInput> = {},
  ): DeletionInput {
    return {
      jobId: 'job',
      workspaceId: 'ws',
      destinationId: 'dst',
      destinationType: api.type,
      config: api.config,
      users: userIds.map((userId, n) => ({
        regulationId: `reg-${String(n)}`,
        identifiers: { userId, anonymousId: 'anon-1' },
      })),
      beforeCall: () => Promise.resolve(),
      saveProgress: () => undefined,
      signal: new AbortController().signal,
      ...overrides,
    };
  }

  /** Simulates the API of a vendor, which removes deleted users from `users`. */
  function simulate(api: VendorApi, users: Set<unknown>): void {
    vendor.answerWith((request) => {
      if (!api.allows(request)) return { status: 401 };
      users.delete(api.names(request));
      const body = api.answer ?? '{}';
      return { status: api.status ?? 200, headers: { 'content-type': 'application/json' }, body };
    });
  }

  const braze = VENDOR_APIS.find(({ type }) => type === 'BRAZE_CLOUD')!;
  const customerio = VENDOR_APIS.find(({ type }) => type === 'CUSTOMERIO')!;

  it.each(VENDOR_APIS)('$type deletes only the requested user', async (api) => {
    for (const userId of ['user-1', ODD]) {
      const users = new Set<unknown>([
        userId,
        'user-2',
        'a',
        'b',
        'other',
        encodeURIComponent(ODD),
      ]);
      simulate(api, users);
      const outcome = await provider.delete(inputFor(api, [userId]));
      expect([...users]).toEqual(['user-2', 'a', 'b', 'other', encodeURIComponent(ODD)]);
      expect(outcome).toMatchObject({ status: 'complete', record: { counts: { users: 1 } } });
    }
    const [first] = vendor.requests as [VendorRequest];
    const at = `${first.method} ${first.url.origin}${first.url.pathname}`;
    expect(at.slice(0, api.at.length)).toBe(api.at);
    expect(vendor.requests).toHaveLength(2);
  });

  it('is offered only for types whose integration deletes users', () => {
    const offered = allDefinitions().filter(
      ({ provider: by, capabilities }) => by === 'actions' && capabilities.deletion.supported,
    );
    expect(offered.map(({ name }) => name)).toEqual(VENDOR_APIS.map(({ type }) => type));
    const refused = [
      'ANGLER_AI',
      'FRIENDBUY_CLOUD',
      'GLEAP_CLOUD_ACTIONS',
      'INTERCOM_CLOUD',
      'IQM',
      'KLAVIYO',
    ];
    refused.push('LOOPS', 'OPTIMIZELY_FEATURE_EXPERIMENTATION_CLOUD');
    refused.push('BLACKBAUD_RAISERS_EDGE_NXT', 'GOOGLE_DATA_MANAGER');
    for (const name of refused) {
      const reason = findDefinition(name)?.capabilities.deletion.reason;
      expect(reason).toMatch(/\bits integration /i);
    }
    expect(offered.length + refused.length).toBe(26);
  });

  it.each([
    [401, 'aborted', 'credentials'],
    [403, 'aborted', 'credentials'],
    [409, 'delayed', 'conflict'],
    [429, 'delayed', 'limit'],
    [503, 'delayed', 'outage'],
    [302, 'aborted', 'configuration'],
    [404, 'aborted', 'configuration'],
    [400, 'refused', undefined],
    [500, 'failed', undefined],
  ])('maps the status %d to the outcome %s', async (status, outcome, cause) => {
    vendor.answerWith(() => ({ status, headers: { 'retry-after': '7', location: '/x' } }));
    expect(await provider.delete(inputFor(braze, ['user-1']))).toMatchObject({
      status: outcome,
      ...(cause === undefined ? {} : { cause }),
      ...(outcome === 'delayed' ? { retryAfterMs: 7_000 } : {}),
    });
    expect(vendor.requests).toHaveLength(1);
  });

  it.each(['<!doctype html><title>Sign in</title>', '{"success":false}', '{"errors":["no"]}'])(
    'does not treat status 200 with the body %s as a deletion',
    async (body) => {
      vendor.answerWith(() => ({ status: 200, body }));
      expect(await provider.delete(inputFor(braze, ['user-1']))).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('status 200') as string,
      });
    },
  );

  it('does not treat status 404 with a page of a proxy as an unknown user', async () => {
    vendor.answerWith(() => ({ status: 404, body: '<html><h1>404</h1></html>' }));
    expect(await provider.delete(inputFor(customerio, ['user-1']))).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
    });
  });

  it('treats a missing answer as an outage', async () => {
    vendor.answerWith(() => undefined);
    const outcome = await provider.delete(inputFor(braze, ['user-1']));
    expect(outcome).toMatchObject({ status: 'delayed', cause: 'outage' });
  });

  it('treats an unknown user as deleted', async () => {
    vendor.answerWith(() => ({ status: 404 }));
    expect(await provider.delete(inputFor(customerio, ['user-1']))).toMatchObject({
      status: 'complete',
      record: { notes: ['Customerio did not know the user.'] },
    });
  });

  it('fails when an answer with status 200 contains an error of the vendor', async () => {
    const stackadapt = VENDOR_APIS.find(({ type }) => type === 'STACKADAPT_AUDIENCES')!;
    const body =
      '{"data":{"deleteProfilesWithExternalIds":{"userErrors":[{"message":"not today"}]}}}';
    vendor.answerWith(() => ({ status: 200, body }));
    const outcome = await provider.delete(inputFor(stackadapt, ['user-1']));
    expect(outcome).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(outcome)).toContain('not today');
  });

  it('reports one refused user, and deletes the other users', async () => {
    const users = new Set<unknown>(['user-1', 'user-2', 'user-3']);
    vendor.answerWith((request) => {
      const user = braze.names(request);
      if (user === 'user-2') return { status: 400 };
      users.delete(user);
      return { status: 200 };
    });
    const outcome = await provider.delete(inputFor(braze, [...(users as Set<string>)]));
    expect(outcome).toMatchObject({
      status: 'complete',
      refused: [{ regulationId: 'reg-1' }],
      record: { counts: { users: 2 } },
    });
    expect([...users]).toEqual(['user-2']);
  });

  it('makes no call after the lease has ended', async () => {
    let calls = 0;
    const beforeCall = () =>
      ++calls < 2 ? Promise.resolve() : Promise.reject(new LeaseEndedError('over'));
    vendor.answerWith(() => ({ status: 200 }));
    const ended = provider.delete(inputFor(braze, ['user-1', 'user-2'], { beforeCall }));
    await expect(ended).rejects.toBeInstanceOf(LeaseEndedError);
    expect(vendor.requests.map((request) => braze.names(request))).toEqual(['user-1']);
  });

  it('needs no thread for deletions that wait for the rate limit', async () => {
    vendor.answerWith(() => ({ status: 200 }));
    let begin = (): void => undefined;
    const rateLimit = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const waiting = Array.from({ length: 5 }, () =>
      provider.delete(inputFor(braze, ['slow'], { beforeCall: () => rateLimit })),
    );
    expect(await provider.delete(inputFor(braze, ['quick']))).toMatchObject({ status: 'complete' });
    expect(vendor.requests).toHaveLength(1);
    begin();
    for (const outcome of await Promise.all(waiting)) expect(outcome.status).toBe('complete');
  });

  it('refuses an id that cannot be in a URL, a type that cannot delete, and a missing setting', async () => {
    expect(await provider.delete(inputFor(customerio, ['..']))).toMatchObject({
      status: 'refused',
    });
    const intercom = { type: 'INTERCOM_CLOUD', config: { access_token: 't' } };
    expect(await provider.delete(inputFor(intercom, ['user-1']))).toMatchObject({
      status: 'aborted',
      cause: 'unsupported',
    });
    expect(await provider.delete(inputFor({ ...braze, config: {} }, ['user-1']))).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
      reason: 'The configuration lacks api_key.',
    });
    expect(vendor.requests).toEqual([]);
  });
});
