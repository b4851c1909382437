import { Ellipsis, Power, PowerOff, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from './button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { Menu, type MenuItem } from './menu.js';
import shared from './shared.module.css';

/** What can be done with something that can be disabled and deleted; says before what comes of it. */
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
  /** Before the others. */
  readonly first?: readonly MenuItem[];
  readonly disabling: string;
  readonly enabling: string;
  /** Whether disabling it loses something. */
  readonly isLossy?: boolean;
  readonly onSwitch: (enabled: boolean) => Promise<unknown>;
  /** Entries of a list. */
  readonly deleting: ReactNode;
  readonly onDelete: () => Promise<unknown>;
}) {
  const [asked, setAsked] = useState<'switch' | 'delete'>();
  const close = () => setAsked(undefined);
  const verb = enabled ? 'Disable' : 'Enable';
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="What can be done with it" />}
        groups={[
          {
            items: [
              ...first,
              {
                ...{ label: `${verb}…`, icon: enabled ? PowerOff : Power },
                onSelect: () => setAsked('switch'),
              },
            ],
          },
          {
            items: [
              {
                ...{ label: 'Delete…', icon: Trash2, danger: true },
                onSelect: () => setAsked('delete'),
              },
            ],
          },
        ]}
      />
      <ConfirmDialog
        open={asked === 'switch'}
        onOpenChange={close}
        title={`${verb} ${name}?`}
        consequence={enabled ? disabling : enabling}
        confirmLabel={verb}
        danger={enabled && isLossy}
        onConfirm={() => onSwitch(!enabled)}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={`Delete ${name}?`}
        consequence={<ul className={shared.list}>{deleting}</ul>}
        confirmLabel="Delete"
        danger
        onConfirm={onDelete}
      />
    </>
  );
}
