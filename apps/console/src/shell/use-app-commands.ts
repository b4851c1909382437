import { useNavigate } from '@tanstack/react-router';
import { Keyboard, LogOut, Moon, Sun } from 'lucide-react';
import { useMay } from '../api/session.js';
import { useCommands, type Command } from '../lib/commands.js';
import { theme } from '../lib/theme.js';
import { TIME_MODES, timeMode } from '../lib/time-mode.js';
import { toast } from '../ui/toast.js';
import { NAVIGATION } from './navigation.js';
import { signOut } from './sign-out.js';

/** What can be done on every page. */
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
      ...{ id: 'help', label: 'Keyboard shortcuts', group: 'Settings', keys: ['?'] },
      icon: Keyboard,
      run: openHelp,
    },
    {
      ...{ id: 'theme', label: isDark ? 'Light theme' : 'Dark theme', group: 'Settings' },
      icon: isDark ? Sun : Moon,
      run: () => theme.set(isDark ? 'light' : 'dark'),
    },
    {
      ...{ id: 'time', label: 'Times: relative, local, UTC', group: 'Settings', keys: ['u'] },
      run: () => {
        const next = (TIME_MODES.indexOf(timeMode.get()) + 1) % TIME_MODES.length;
        timeMode.set(TIME_MODES[next] ?? 'relative');
      },
    },
    {
      ...{ id: 'sign-out', label: 'Sign out', group: 'Settings', icon: LogOut },
      run: () => {
        signOut().catch((error: unknown) => toast.error('Signing out failed', error));
      },
    },
  ]);
}
