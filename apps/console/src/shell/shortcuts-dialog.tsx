import { useAllCommands } from '../lib/commands.js';
import { Dialog, KeyboardHint, type Opening } from '../ui/index.js';
import styles from './shortcuts-dialog.module.css';
import { TEXTS } from './texts.js';

const { shortcutsDialog: texts } = TEXTS;

const EVERYWHERE = [
  [texts.commands, ['mod', 'k']],
  [texts.rows, ['j', 'k']],
  [texts.open, ['Enter']],
  [texts.leaveEditor, ['Esc', 'Tab']],
] as const;

/** Shows the shortcuts of the current page (key `?`). */
export default function ShortcutsDialog({ onOpenChange }: Pick<Opening, 'onOpenChange'>) {
  const commands = useAllCommands().filter(({ keys }) => keys !== undefined);
  return (
    <Dialog open onOpenChange={onOpenChange} title={texts.title}>
      <dl className={styles.list}>
        {EVERYWHERE.map(([label, keys]) => (
          <Line key={label} label={label} keys={keys} />
        ))}
        {commands.map(({ id, label, keys = [], group }) => (
          <Line key={id} label={group === 'Go to' ? texts.goTo(label) : label} keys={keys} />
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
