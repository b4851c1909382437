import { BookOpen, CircleUserRound, LogOut } from 'lucide-react';
import { toast } from '../ui/toast.js';
import type { Me } from '../api/session.js';
import type { Choice } from '../lib/choice.js';
import { theme } from '../lib/theme.js';
import { timeMode } from '../lib/time-mode.js';
import { IconButton, Menu } from '../ui/index.js';
import { signOut } from './sign-out.js';

const THEME_WORDS = { system: 'As the system', light: 'Light', dark: 'Dark' } as const;
const TIME_WORDS = { relative: 'Relative', local: 'Local', utc: 'UTC' } as const;

/** Who is signed in, how things are shown, and the way out. */
export function SettingsMenu({ me }: { readonly me: Me }) {
  return (
    <Menu
      trigger={
        <IconButton icon={CircleUserRound} label={`Settings, signed in as ${me.token.name}`} />
      }
      groups={[
        {
          label: `Signed in as ${me.token.name}`,
          items: [
            {
              label: 'Sign out',
              icon: LogOut,
              onSelect: () => {
                signOut().catch((error: unknown) => toast.error('Signing out failed', error));
              },
            },
          ],
        },
        { label: 'Theme', items: useChoices(theme, THEME_WORDS) },
        { label: 'Times', items: useChoices(timeMode, TIME_WORDS) },
        {
          items: [
            {
              label: 'API reference',
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

/** An entry for each option of a choice. */
function useChoices<T extends string>(choice: Choice<T>, words: Readonly<Record<T, string>>) {
  const chosen = choice.use();
  return (Object.keys(words) as T[]).map((one) => ({
    ...{ label: words[one], checked: chosen === one },
    onSelect: () => choice.set(one),
  }));
}
