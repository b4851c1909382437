import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search, ShieldBan, UserSearch } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../api/session.js';
import { useAllCommands, type Command } from '../lib/commands.js';
import { personInHand } from '../lib/person-in-hand.js';
import { KeyboardHint } from '../ui/index.js';
import popup from '../ui/popup.module.css';
import styles from './command-bar.module.css';
import { NAVIGATION } from './navigation.js';

const GROUPS = ['This page', 'Actions', 'Go to', 'Settings'] as const;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PEOPLE = '/people';

interface Group {
  readonly value: string;
  readonly items: readonly Command[];
}

/** Ctrl/⌘-K: every page and every action by a few letters of it, and what an id or an address belongs to. */
export default function CommandBar({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
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
  const found = commands.filter((command) => matches(command, text));
  const groups: Group[] = [
    { value: 'Look up', items: lookups },
    ...GROUPS.map((group) => ({ value: group, items: found.filter((one) => one.group === group) })),
  ].filter(({ items }) => items.length > 0);
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
        {(group: Group) => (
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
                  onClick={() => {
                    onRun(command);
                  }}
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
        personInHand.give(text);
        void navigate({ to: PEOPLE as '/' });
      },
    });
  }
  return found;
}

function matches({ label, keywords = '', group }: Command, text: string): boolean {
  const haystack = `${label} ${keywords} ${group}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
