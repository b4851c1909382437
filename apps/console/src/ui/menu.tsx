import { Menu as Base } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import styles from './popup.module.css';

export interface MenuItem {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly onSelect: () => void;
  /** True for actions that cannot be undone. */
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly checked?: boolean;
}

interface MenuGroup {
  readonly label?: string;
  readonly items: readonly MenuItem[];
}

/** A menu of actions. Leave out actions for which the token lacks the permission. */
export function Menu({
  trigger,
  items = [],
  groups = [{ items }],
}: {
  readonly trigger: ReactElement;
  readonly groups?: readonly MenuGroup[];
  /** Items of a menu without groups. */
  readonly items?: readonly MenuItem[];
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} align="end">
          <Base.Popup className={styles.popup}>
            {groups.map((group, index) => (
              <Fragment key={group.label ?? index}>
                {index > 0 && <Base.Separator className={styles.separator} />}
                <Base.Group>
                  {group.label !== undefined && (
                    <Base.GroupLabel className={styles.groupLabel}>{group.label}</Base.GroupLabel>
                  )}
                  {group.items.map((item) => (
                    <Item key={item.label} {...item} />
                  ))}
                </Base.Group>
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Item({
  label,
  icon: Icon,
  onSelect,
  danger = false,
  disabled = false,
  checked,
}: MenuItem) {
  const shared = { className: styles.item, disabled, label };
  if (checked !== undefined) {
    return (
      <Base.CheckboxItem {...shared} checked={checked} onCheckedChange={onSelect} closeOnClick>
        <span className={styles.check}>{checked && <Check aria-hidden />}</span>
        {label}
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item {...shared} data-danger={danger ? '' : undefined} onClick={onSelect}>
      {Icon && <Icon aria-hidden />}
      {label}
    </Base.Item>
  );
}
