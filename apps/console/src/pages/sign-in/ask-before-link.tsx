import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linkOwnerQuery } from '../../api/session.js';
import { Button, ErrorState, Loading, shared } from '../../ui/index.js';
import { inWordsOfThePage } from './explain-refusal.js';
import { TEXTS } from './texts.js';

const { askBeforeLink: texts } = TEXTS;

/**
 * Asks the user before a link signs in. Without this question, any site could sign the user in to
 * the workspace of an attacker.
 */
export function AskBeforeLink(props: {
  readonly code: string;
  readonly pending: boolean;
  readonly onGoOn: () => void;
}) {
  // During the sign-in, the owner is not fetched again, because a used code is no longer valid.
  const owner = useQuery({ ...linkOwnerQuery(props.code), enabled: !props.pending });
  if (owner.isError) return <ErrorState compact error={inWordsOfThePage(owner.error)} />;
  if (owner.data === undefined) return <Loading query={owner} compact lines={3} />;
  const { workspace, token, isSignedIn } = owner.data;
  return (
    <section className={shared.form} aria-label={texts.label}>
      <p>
        {texts.workspace} <strong>{workspace.name}</strong> {texts.idAndToken(workspace.id)}{' '}
        <strong>{token.name}</strong>
        {texts.onlyIfAsked}
      </p>
      {isSignedIn && <p>{texts.isSignedIn}</p>}
      <Button variant="primary" pending={props.pending} onClick={props.onGoOn}>
        {texts.confirm}
      </Button>
      {isSignedIn && <Link to="/">{texts.dismiss}</Link>}
    </section>
  );
}
