import { useAllCommands } from '../lib/commands.js';
import { Dialog, KeyboardHint, type Opening } from '../ui/index.js';
import styles from './shortcuts-dialog.module.css';

const EVERYWHERE = [
  ['Commands, or look an id up', ['mod', 'k']],
  ['Next and previous row of a list', ['j', 'k']],
  ['Open the row', ['Enter']],
  ['Leave the editor with Tab', ['Esc', 'Tab']],
] as const;

/** `?`: the keys of all that is on the page now. */
export default function ShortcutsDialog({ onOpenChange }: Pick<Opening, 'onOpenChange'>) {
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined);
  return (
    <Dialog open onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <dl className={styles.list}>
        {EVERYWHERE.map(([label, keys]) => (
          <Line key={label} label={label} keys={keys} />
        ))}
        {commands.map(({ id, label, keys = [], group }) => (
          <Line key={id} label={group === 'Go to' ? `Go to ${label}` : label} keys={keys} />
        ))}
      </dl>
    </Dialog>
  );
}

function Line({ label, keys }: { readonly label: string; readonly keys: readonly string[] }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <KeyboardHint keys={keys} />
      </dd>
    </div>
  );
}
