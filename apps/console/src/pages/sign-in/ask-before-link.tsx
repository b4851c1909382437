import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkOwnerQuery } from '../../api/session.js';
import { Button, ErrorState, Loading, shared } from '../../ui/index.js';
import { inWordsOfThePage } from './in-words-of-the-page.js';

/** Asks before a link signs in: any site can lead here, with a code of its own. */
export function AskBeforeLink(props: {
  readonly code: string;
  readonly pending: boolean;
  readonly onGoOn: () => void;
}) {
  // Once the code is used, it is not asked about again: it does not sign in any more.
  const owner = useQuery({ ...linkOwnerQuery(props.code), enabled: !props.pending });
  if (owner.isError) return <ErrorState compact error={inWordsOfThePage(owner.error)} />;
  if (owner.data === undefined) return <Loading query={owner} compact lines={3} />;
  const { workspace, token, isSignedIn } = owner.data;
  return (
    <section className={shared.form} aria-label="A link that signs in">
      <p>
        The link signs you in to the workspace <strong>{workspace.name}</strong> ({workspace.id})
        with the token <strong>{token.name}</strong>. Go on only if you asked for it.
      </p>
      {isSignedIn && <p>You are signed in already. The link ends that session.</p>}
      <Button variant="primary" pending={props.pending} onClick={props.onGoOn}>
        Sign in by the link
      </Button>
      {isSignedIn && <Link to="/">Stay signed in</Link>}
    </section>
  );
}
