import { flag } from '@lethe/config';
import { jsonOf, type Role, ROLES, urlOf } from '@lethe/contracts';
import { z } from 'zod';
import { isSafe } from './public-url.variable.js';

const ROLE_NAMES = Object.keys(ROLES) as [Role, ...Role[]];
const GROUPS = 'must be JSON: [{"group":"…","workspace":"…","role":"…"}, …]';

const groupsSchema = z
  .array(
    z.strictObject({
      group: z.string().min(1),
      workspace: z.string().min(1),
      role: z.enum(ROLE_NAMES),
    }),
  )
  .min(1);

/** A group of the identity provider, with the workspace and the role that its members get. */
export type MappedGroup = Readonly<z.infer<typeof groupsSchema>[number]>;

function mappedGroups() {
  return z
    .string()
    .transform((text, context) => {
      const parsed = groupsSchema.safeParse(jsonOf(text));
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      const where = issue?.path.join('.') ?? '';
      const message = where === '' ? GROUPS : `${GROUPS}; ${where}: ${issue?.message ?? ''}`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional();
}

/** Variables of the sign-in to the console with an OpenID Connect provider. */
export const oidcVariables = {
  LETHE_OIDC_ISSUER: z
    .string()
    .refine((text) => {
      const url = urlOf(text);
      return url !== undefined && isSafe(url);
    }, 'must be an https URL (http on loopback only)')
    .optional()
    .describe(
      'Issuer of the identity provider (OpenID Connect) with which people sign in to the console. Needs LETHE_PUBLIC_URL, LETHE_OIDC_CLIENT_ID and LETHE_OIDC_GROUPS.',
    ),
  LETHE_OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe(
      'Client id of Lethe at the provider. Register the redirect URI there: LETHE_PUBLIC_URL with /console/sign-in/oidc/callback.',
    ),
  LETHE_OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe(
      'Client secret of Lethe at the provider. Leave it out for a public client, which only PKCE protects.',
    ),
  LETHE_OIDC_CLIENT_SECRET_FILE: z
    .string()
    .optional()
    .describe('File that holds LETHE_OIDC_CLIENT_SECRET.'),
  LETHE_OIDC_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('single sign-on')
    .describe('Name of the provider on the sign-in page.'),
  LETHE_OIDC_SCOPES: z
    .string()
    .regex(/^openid(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must begin with openid')
    .default('openid email profile')
    .describe(
      'Scopes that Lethe requests from the provider. Some providers need a scope for the groups.',
    ),
  LETHE_OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .describe('Claim with the groups of a person, in the ID token or the userinfo.'),
  LETHE_OIDC_VERIFIED_EMAIL_ONLY: flag(false).describe(
    'Whether people with an e-mail address may sign in only if the provider sends `email_verified: true`. If false, they may also sign in without this claim. Lethe reads it from the ID token, or from the userinfo if a claim is missing. Any other value always refuses the sign-in.',
  ),
  LETHE_OIDC_GROUPS: mappedGroups().describe(
    'Groups with their workspaces and roles, [{"group":"…","workspace":"…","role":"viewer"}, …]. For a person in several groups, the first entry counts.',
  ),
};

const NEEDED = ['LETHE_PUBLIC_URL', 'LETHE_OIDC_CLIENT_ID', 'LETHE_OIDC_GROUPS'] as const;

export type OidcVariables = Readonly<
  z.infer<z.ZodObject<typeof oidcVariables>> & { LETHE_PUBLIC_URL?: string | undefined }
>;

type RequiredName = (typeof NEEDED)[number] | 'LETHE_OIDC_ISSUER';

/** Settings with a complete identity provider. */
export type OidcSettings = OidcVariables & {
  readonly [Name in RequiredName]: NonNullable<OidcVariables[Name]>;
};

/** Returns whether people can sign in with an identity provider. */
export function hasProvider(config: OidcVariables): config is OidcSettings {
  return [...NEEDED, 'LETHE_OIDC_ISSUER' as const].every((name) => config[name] !== undefined);
}

/**
 * Refuses an identity provider without its required settings, and these settings without a
 * provider.
 */
export function checkOidcVariables(config: OidcVariables, context: z.RefinementCtx): void {
  const refuse = (name: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [name], message });
  };
  if (config.LETHE_OIDC_ISSUER !== undefined) {
    const missing = NEEDED.filter((name) => config[name] === undefined);
    if (missing.length > 0) refuse('LETHE_OIDC_ISSUER', `needs ${missing.join(' and ')} as well`);
    return;
  }
  const names = ['LETHE_OIDC_CLIENT_ID', 'LETHE_OIDC_CLIENT_SECRET', 'LETHE_OIDC_GROUPS'] as const;
  for (const name of names) {
    if (config[name] !== undefined) refuse(name, 'needs LETHE_OIDC_ISSUER as well');
  }
}
