import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search, ShieldBan, UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/session.js';
import { useAllCommands, type Command } from '../lib/commands.js';
import { findCommands, type CommandGroup } from './find-commands.js';
import { passedUser } from '../features/users/passed-user.js';
import { KeyboardHint, type Opening } from '../ui/index.js';
import popup from '../ui/popup.module.css';
import styles from './command-bar.module.css';
import { NAVIGATION } from './navigation.js';
import { TEXTS } from './texts.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const USERS = '/users';
const { commandBar: texts } = TEXTS;

/**
 * The command bar (Ctrl/⌘-K). Finds pages and actions by a few letters, and users and regulations
 * by an identifier.
 */
export default function CommandBar({ onOpenChange }: Pick<Opening, 'onOpenChange'>) {
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={styles.popup} aria-label={texts.title}>
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
  const lookup = lookups.length > 0 ? [{ value: texts.lookUp, items: lookups }] : [];
  // A text with neither a digit nor an @ is probably the name of a page, so pages come first.
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
          aria-label={texts.search}
          placeholder={texts.search}
          spellCheck={false}
        />
        <KeyboardHint keys={['Esc']} />
      </div>
      <Autocomplete.Empty className={popup.empty}>
        {text === '' ? null : texts.noMatch}
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

/**
 * Returns commands that open the regulation or find the user with this text as identifier. The
 * identifier of a user is passed in memory, because URLs are logged.
 */
function useLookups(text: string): readonly Command[] {
  const navigate = useNavigate();
  const may = useMay();
  if (text === '' || !may('regulations:read')) return [];
  const found: Command[] = [];
  if (UUID.test(text)) {
    found.push({
      ...{ id: 'lookup:regulation', label: texts.regulation, group: 'Go to' },
      icon: ShieldBan,
      run: () => void navigate({ to: '/regulations/$id', params: { id: text.toLowerCase() } }),
    });
  }
  const hasUsers = NAVIGATION.some(({ places }) =>
    places.some(({ to }) => USERS === (to as string)),
  );
  if (hasUsers && (text.length > 3 || UUID.test(text))) {
    found.push({
      ...{ id: 'lookup:person', label: texts.user, group: 'Go to' },
      icon: UserSearch,
      run: () => {
        passedUser.set(text);
        void navigate({ to: USERS });
      },
    });
  }
  return found;
}

/** Returns true if a text is probably an identifier and not the name of a page. */
function isIdentifier(text: string): boolean {
  return /[@\d]/.test(text);
}
