import { BookOpen, CircleUserRound, LogOut } from 'lucide-react';
import { toast } from '../ui/toast.js';
import type { Me } from '../api/session.js';
import { theme, THEMES, type Theme } from '../lib/theme.js';
import { TIME_MODES, timeMode, type TimeMode } from '../lib/time-mode.js';
import { IconButton, Menu } from '../ui/index.js';
import { signOut } from './sign-out.js';

const THEME_WORDS: Record<Theme, string> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};
const TIME_WORDS: Record<TimeMode, string> = { relative: 'Relative', local: 'Local', utc: 'UTC' };

/** Who is signed in, how things are shown, and the way out. */
export function SettingsMenu({ me }: { readonly me: Me }) {
  const chosenTheme = theme.use();
  const chosenMode = timeMode.use();
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
        {
          label: 'Theme',
          items: THEMES.map((one) => ({
            label: THEME_WORDS[one],
            checked: chosenTheme === one,
            onSelect: () => theme.set(one),
          })),
        },
        {
          label: 'Times',
          items: TIME_MODES.map((one) => ({
            label: TIME_WORDS[one],
            checked: chosenMode === one,
            onSelect: () => timeMode.set(one),
          })),
        },
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
