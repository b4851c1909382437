import { revokeToken, useTokens, type Token } from '../../api/access.js';
import { useMe } from '../../api/session.js';
import { ConfirmDialog, toast } from '../../ui/index.js';

export function RevokeToken({
  token,
  onClose,
}: {
  readonly token: Token | undefined;
  readonly onClose: () => void;
}) {
  const tokens = useTokens();
  const isOwn = useMe().token.id === token?.id;
  const name = token?.name ?? '';
  return (
    <ConfirmDialog
      open={token !== undefined}
      onOpenChange={onClose}
      title={isOwn ? `Revoke ${name}, your own token?` : `Revoke ${name}?`}
      consequence={
        <>
          {isOwn && (
            <p>
              <strong>You are signed in with it: you are signed out at once</strong>, here and
              wherever else it is used.
            </p>
          )}
          <p>
            Whoever uses it is refused within seconds, and sessions that were opened with it end. It
            can’t be taken back, and its name stays taken. Tokens that were made with it go on: look
            for its name under “Created”.
          </p>
        </>
      }
      confirmLabel={isOwn ? 'Revoke, and sign me out' : 'Revoke'}
      danger
      onConfirm={async () => {
        if (isOwn) {
          await revokeToken(token.id);
          // Loaded anew, so that nothing of the session stays in memory.
          location.assign('/console/sign-in');
          return;
        }
        await tokens.revoke(token?.id ?? '');
        toast.success('Token revoked');
      }}
    />
  );
}
