import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/index.js';
import styles from './sign-in.module.css';

/** Asks whoever is signed in before a link takes their place: anybody can send one, with a code of theirs. */
export function AskBeforeLink(props: { readonly pending: boolean; readonly onGoOn: () => void }) {
  return (
    <section className={styles.form} aria-label="A link that signs in">
      <p>
        You are signed in already. The link signs in whoever made it in your place. Go on only if
        you asked for it.
      </p>
      <Button variant="primary" pending={props.pending} onClick={props.onGoOn}>
        Sign in by the link
      </Button>
      <Link to="/">Stay signed in</Link>
    </section>
  );
}
