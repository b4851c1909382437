import { BookOpen, CircleUserRound, LogOut } from 'lucide-react';
import { toast } from '../ui/toast.js';
import type { Me } from '../api/session.js';
import type { Choice } from '../lib/choice.js';
import { theme } from '../lib/theme.js';
import { timeMode } from '../lib/time-mode.js';
import { IconButton, Menu } from '../ui/index.js';
import { signOut } from './sign-out.js';
import { TEXTS } from './texts.js';

const { settingsMenu: texts } = TEXTS;

/** Shows the name of the token, display settings, and sign-out. */
export function SettingsMenu({ me }: { readonly me: Me }) {
  return (
    <Menu
      trigger={<IconButton icon={CircleUserRound} label={texts.trigger(me.token.name)} />}
      groups={[
        {
          label: texts.signedInAs(me.token.name),
          items: [
            {
              label: texts.signOut,
              icon: LogOut,
              onSelect: () => {
                signOut().catch((error: unknown) => toast.error(TEXTS.signOutFailed, error));
              },
            },
          ],
        },
        { label: texts.theme, items: useChoices(theme, texts.themes) },
        { label: texts.times, items: useChoices(timeMode, texts.timeModes) },
        {
          // If the gateway serves no guides, /docs leads to the API reference.
          items: [
            {
              label: texts.documentation,
              icon: BookOpen,
              onSelect: () => {
                window.open('/docs', '_blank', 'noopener');
              },
            },
          ],
        },
      ]}
    />
  );
}

function useChoices<T extends string>(choice: Choice<T>, words: Readonly<Record<T, string>>) {
  const chosen = choice.use();
  return (Object.keys(words) as T[]).map((one) => ({
    ...{ label: words[one], checked: chosen === one },
    onSelect: () => choice.set(one),
  }));
}
