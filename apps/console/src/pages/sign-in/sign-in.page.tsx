import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { signInWaysQuery, startSession } from '../../api/session.js';
import { usePageTitle } from '../../lib/page-title.js';
import { returnAddress } from '../../lib/return-address.js';
import { Logo } from '../../ui/logo.js';
import { UnreachableBanner } from '../../ui/unreachable-banner.js';
import { Button, ErrorState, TextField, shared } from '../../ui/index.js';
import { AskBeforeLink } from './ask-before-link.js';
import { inWordsOfThePage } from './explain-refusal.js';
import styles from './sign-in.module.css';
import { TEXTS } from './texts.js';
import { useCodeOfLink } from './use-code-of-link.js';

const { signInPage: texts } = TEXTS;

export default function SignInPage() {
  usePageTitle(texts.title);
  const [token, setToken] = useState('');
  const [code, takeCodeFrom] = useCodeOfLink();
  const [hasEnded] = useState(() => returnAddress.isOfSession());
  const router = useRouter();
  const queries = useQueryClient();
  const ways = useQuery(signInWaysQuery);
  const signIn = useMutation({
    mutationFn: startSession,
    onSuccess: async () => {
      setToken('');
      queries.clear();
      await router.navigate({ href: returnAddress.take() ?? '/', replace: true });
    },
  });
  const { mutate } = signIn;
  const { singleSignOn = null, token: takesToken = true } = ways.data ?? {};

  return (
    <main className={styles.page}>
      <UnreachableBanner />
      <div className={styles.card}>
        <div className={styles.brand}>
          <Logo />
          <h1>{texts.heading}</h1>
        </div>
        {hasEnded && (
          <p className={styles.ended} role="status">
            {texts.hasEnded}
          </p>
        )}
        {code !== undefined && (
          <AskBeforeLink
            key={code}
            code={code}
            pending={signIn.isPending}
            onGoOn={() => mutate({ code })}
          />
        )}
        {singleSignOn !== null && (
          <a className={styles.single} href={singleSignOn.href}>
            {texts.singleSignOn(singleSignOn.name)}
          </a>
        )}
        {singleSignOn !== null && takesToken && <div className={styles.or}>{texts.or}</div>}
        {takesToken && (
          <form
            className={shared.form}
            onSubmit={(event) => {
              event.preventDefault();
              const given = token.trim();
              // The field also accepts a sign-in link.
              if (takeCodeFrom(given)) setToken('');
              else if (given !== '') mutate({ token: given });
            }}
          >
            <TextField
              label={texts.token}
              type="password"
              mono
              autoFocus
              autoComplete="off"
              value={token}
              onChange={setToken}
              hint={texts.tokenHint}
            />
            <Button
              type="submit"
              variant={singleSignOn === null ? 'primary' : 'secondary'}
              pending={signIn.isPending}
            >
              {texts.signIn}
            </Button>
          </form>
        )}
        {signIn.isError && <ErrorState compact error={inWordsOfThePage(signIn.error)} />}
        {ways.isError && !isUnreachable(ways.error) && (
          <ErrorState compact error={ways.error} onRetry={() => void ways.refetch()} />
        )}
      </div>
    </main>
  );
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.isUnreachable;
}
