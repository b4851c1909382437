import { Ellipsis, Power, PowerOff, Trash2 } from 'lucide-react';
import { IconButton } from './button.js';
import { Menu, type MenuItem } from './menu.js';

/** What can be done with something that can be disabled. Whoever shows it asks before it is done. */
export function ItemMenu({
  enabled,
  first = [],
  onAsk,
}: {
  readonly enabled: boolean;
  /** Before the others. */
  readonly first?: readonly MenuItem[];
  readonly onAsk: (what: 'switch' | 'delete') => void;
}) {
  return (
    <Menu
      trigger={<IconButton icon={Ellipsis} label="What can be done with it" />}
      groups={[
        {
          items: [
            ...first,
            {
              label: enabled ? 'Disable…' : 'Enable…',
              icon: enabled ? PowerOff : Power,
              onSelect: () => onAsk('switch'),
            },
          ],
        },
        {
          items: [
            {
              ...{ label: 'Delete…', icon: Trash2, danger: true },
              onSelect: () => onAsk('delete'),
            },
          ],
        },
      ]}
    />
  );
}
