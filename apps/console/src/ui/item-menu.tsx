import { Ellipsis, Power, PowerOff, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Menu, type MenuItem } from './menu.js';
import shared from './shared.module.css';
import { TEXTS } from './texts.js';

/** Menu of an item that can be disabled and deleted. Shows the effects before each action. */
export function ItemMenu({
  name,
  enabled,
  first = [],
  disabling,
  enabling,
  isLossy = false,
  onSwitch,
  deleting,
  onDelete,
}: {
  readonly name: string;
  readonly enabled: boolean;
  /** Menu items above all others. */
  readonly first?: readonly MenuItem[];
  readonly disabling: string;
  readonly enabling: string;
  /** True if data is lost when the item is disabled. */
  readonly isLossy?: boolean;
  readonly onSwitch: (enabled: boolean) => Promise<unknown>;
  /** Effects of the deletion, as list items. */
  readonly deleting: ReactNode;
  readonly onDelete: () => Promise<unknown>;
}) {
  const [dialog, setDialog] = useState<'switch' | 'delete'>();
  const close = () => setDialog(undefined);
  const texts = TEXTS.itemMenu;
  const verb = enabled ? texts.disable : texts.enable;
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={texts.trigger} />}
        groups={[
          {
            items: [
              ...first,
              {
                ...{ label: texts.asking(verb), icon: enabled ? PowerOff : Power },
                onSelect: () => setDialog('switch'),
              },
            ],
          },
          {
            items: [
              {
                ...{ label: texts.asking(texts.delete), icon: Trash2, danger: true },
                onSelect: () => setDialog('delete'),
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={dialog === 'switch'}
        onOpenChange={close}
        title={texts.question(verb, name)}
        consequence={enabled ? disabling : enabling}
        confirmLabel={verb}
        danger={enabled && isLossy}
        onConfirm={() => onSwitch(!enabled)}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={close}
        title={texts.question(texts.delete, name)}
        consequence={<ul className={shared.list}>{deleting}</ul>}
        confirmLabel={texts.delete}
        danger
        onConfirm={onDelete}
      />
    </>
  );
}
