import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search, ShieldBan, UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/session.js';
import { useAllCommands, type Command } from '../lib/commands.js';
import { findCommands, type CommandGroup } from './find-commands.js';
import { userInHand } from '../features/users/user-in-hand.js';
import { KeyboardHint, type Opening } from '../ui/index.js';
import popup from '../ui/popup.module.css';
import styles from './command-bar.module.css';
import { NAVIGATION } from './navigation.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PEOPLE = '/people';

/** Ctrl/⌘-K: every page and every action by a few letters of it, and what an id or an address belongs to. */
export default function CommandBar({ onOpenChange }: Pick<Opening, 'onOpenChange'>) {
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={styles.popup} aria-label="Commands">
            <Commands
              onRun={(command) => {
                onOpenChange(false);
                command.run();
              }}
            />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ onRun }: { readonly onRun: (command: Command) => void }) {
  const [text, setText] = useState('');
  const commands = useAllCommands();
  const lookups = useLookups(text.trim());
  const found = findCommands(commands, text);
  const lookup = lookups.length > 0 ? [{ value: 'Look up', items: lookups }] : [];
  // Somebody who writes the name of a page does not look for a person of that name.
  const groups: CommandGroup[] = isIdentifier(text) ? [...lookup, ...found] : [...found, ...lookup];
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={setText}
      itemToStringValue={({ label }: Command) => label}
    >
      <div className={styles.input}>
        <Search aria-hidden />
        <Autocomplete.Input
          aria-label="Search, or paste an id"
          placeholder="Search, or paste an id"
          spellCheck={false}
        />
        <KeyboardHint keys={['Esc']} />
      </div>
      <Autocomplete.Empty className={popup.empty}>
        {text === '' ? null : 'Nothing of that name.'}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={popup.groupLabel}>
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  className={popup.item}
                  onClick={() => onRun(command)}
                >
                  <span className={popup.check}>
                    {command.icon && <command.icon aria-hidden />}
                  </span>
                  <span className={popup.words}>{command.label}</span>
                  {command.keys && <KeyboardHint keys={command.keys} />}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/** What somebody pasted may be an id of a regulation, or something of a person: that is handed over in memory. */
function useLookups(text: string): readonly Command[] {
  const navigate = useNavigate();
  const may = useMay();
  if (text === '' || !may('regulations:read')) return [];
  const found: Command[] = [];
  if (UUID.test(text)) {
    found.push({
      ...{ id: 'lookup:regulation', label: 'Regulation of this id', group: 'Go to' },
      icon: ShieldBan,
      run: () => void navigate({ to: '/regulations/$id', params: { id: text.toLowerCase() } }),
    });
  }
  const hasPeople = NAVIGATION.some(({ places }) =>
    places.some(({ to }) => PEOPLE === (to as string)),
  );
  if (hasPeople && (text.length > 3 || UUID.test(text))) {
    found.push({
      ...{ id: 'lookup:person', label: 'Person with this id, e-mail or phone', group: 'Go to' },
      icon: UserSearch,
      run: () => {
        userInHand.set(text);
        void navigate({ to: PEOPLE });
      },
    });
  }
  return found;
}

/** What no name of a page looks like. */
function isIdentifier(text: string): boolean {
  return /[@\d]/.test(text);
}
