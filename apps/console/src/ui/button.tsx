import { Button as BaseButton } from '@base-ui/react/button';
import { createLink, type LinkComponent } from '@tanstack/react-router';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { AnchorHTMLAttributes, ComponentProps, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.js';
import { Tooltip } from './tooltip.js';

interface ButtonStyle {
  /** A page should have at most one primary button. */
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 's' | 'm';
  readonly icon?: LucideIcon;
}

export interface ButtonProps
  extends Omit<ComponentProps<typeof BaseButton>, 'className' | 'style'>, ButtonStyle {
  /** True while an action runs. The button is then disabled, but keeps the focus. */
  readonly pending?: boolean;
  readonly className?: string;
}

export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'm', icon, pending = false, className, ...rest } = props;
  return (
    <BaseButton
      focusableWhenDisabled
      {...rest}
      disabled={pending || rest.disabled}
      aria-busy={pending || undefined}
      className={cx(styles.button, styles[variant], styles[size], className)}
    >
      {pending ? <LoaderCircle className={styles.spin} aria-hidden /> : asIcon(icon)}
      {rest.children}
    </BaseButton>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children'> {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
}

export function IconButton({ icon, label, variant = 'ghost', ...props }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <Button
        {...props}
        variant={variant}
        icon={icon}
        aria-label={label}
        className={cx(styles.iconOnly, props.className)}
      />
    </Tooltip>
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement>, ButtonStyle {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children?: ReactNode;
}

function ButtonAnchor({ variant = 'secondary', size = 'm', icon, ...props }: AnchorProps) {
  return (
    <a {...props} className={cx(styles.button, styles[variant], styles[size], props.className)}>
      {asIcon(icon)}
      {props.children}
    </a>
  );
}

const CreatedLink = createLink(ButtonAnchor);

/** A link that looks like a button, for example `<ButtonLink to="/regulations/new">`. */
export const ButtonLink: LinkComponent<typeof ButtonAnchor> = (props) => <CreatedLink {...props} />;

function asIcon(Icon: LucideIcon | undefined) {
  return Icon === undefined ? null : <Icon aria-hidden />;
}
