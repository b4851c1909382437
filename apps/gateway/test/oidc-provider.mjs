// A real identity provider on loopback. It signs people in without a password. The last `POST
// /as/<account>` determines the account.
import Provider from 'oidc-provider';

const [port, redirectUri] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
let current = 'ana';
const groups = { ana: ['everybody', 'lethe-admins'], bob: ['everybody'], eve: ['lethe-readers'] };

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'lethe',
      client_secret: 'a secret of the test',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
  scopes: ['openid', 'email', 'groups'],
  pkce: { required: () => true },
  cookies: { keys: ['of the test'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      email: 'ana@example.com', // all accounts have the same address
      ...(accountId === 'kim' ? {} : { email_verified: accountId !== 'eve' }),
      groups: groups[accountId] ?? [],
    }),
  }),
  loadExistingGrant: async (ctx) => {
    const grant = new provider.Grant({
      clientId: ctx.oidc.client.clientId,
      accountId: ctx.oidc.session.accountId,
    });
    grant.addOIDCScope('openid email groups');
    await grant.save();
    return grant;
  },
});

provider.use(async (ctx, next) => {
  const [, place, name = '', group] = ctx.path.split('/');
  if (place === 'as') {
    current = name;
    if (group !== undefined) groups[name] = [group];
    ctx.body = 'ok';
  } else if (place === 'interaction') {
    const isRefused = current === 'nobody';
    const result = isRefused ? { error: 'access_denied' } : { login: { accountId: current } };
    await provider.interactionFinished(ctx.req, ctx.res, result, {
      mergeWithLastSubmission: false,
    });
    ctx.respond = false;
  } else if (place === 'link') {
    ctx.type = 'html';
    ctx.body = `<a href="${decodeURIComponent(ctx.path.slice('/link/'.length))}">elsewhere</a>`;
  } else await next();
});
provider.listen(Number(port), '127.0.0.1', () => console.log('listening'));
