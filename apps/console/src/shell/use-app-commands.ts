import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Moon, Sun } from 'lucide-react';
import { useMay } from '../api/session.js';
import { useCommands, type Command } from '../lib/commands.js';
import { theme } from '../lib/theme.js';
import { TIME_MODES, timeMode } from '../lib/time-mode.js';
import { toast } from '../ui/toast.js';
import { NAVIGATION } from './navigation.js';
import { signOut } from './sign-out.js';
import { TEXTS } from './texts.js';

const { commands: texts } = TEXTS;

/** Registers the commands that every page has. */
export function useAppCommands({ openHelp }: { readonly openHelp: () => void }): void {
  const navigate = useNavigate();
  const may = useMay();
  const isDark = theme.use() === 'dark';
  const places = NAVIGATION.flatMap((group) => group.places)
    .filter(({ scope }) => scope === undefined || may(scope))
    .map(({ to, label, icon, key, keywords = '' }): Command => ({
      ...{ id: `go:${to}`, label, icon, keywords, group: 'Go to', keys: ['g', key] },
      run: () => void navigate({ to }),
    }));
  useCommands([
    ...places,
    {
      ...{ id: 'help', label: texts.shortcuts, group: 'Settings', keys: ['?'] },
      icon: Keyboard,
      run: openHelp,
    },
    {
      ...{ id: 'theme', group: 'Settings', label: isDark ? texts.lightTheme : texts.darkTheme },
      icon: isDark ? Sun : Moon,
      run: () => theme.set(isDark ? 'light' : 'dark'),
    },
    {
      ...{ id: 'time', label: texts.times, group: 'Settings', keys: ['u'] },
      run: () => {
        const next = (TIME_MODES.indexOf(timeMode.get()) + 1) % TIME_MODES.length;
        timeMode.set(TIME_MODES[next] ?? 'relative');
      },
    },
    {
      ...{ id: 'sign-out', label: texts.signOut, group: 'Settings', icon: LogOut },
      run: () => {
        signOut().catch((error: unknown) => toast.error(TEXTS.signOutFailed, error));
      },
    },
  ]);
}
