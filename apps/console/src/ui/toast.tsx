import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { ApiError } from '../api/api-error.js';
import { IconButton } from './button.js';
import { TEXTS } from './texts.js';
import styles from './toast.module.css';

const manager = Base.createToastManager();

/** Shows short messages above the page. A toast must not contain identifiers of users. */
export const toast = {
  success(title: string, description?: string): void {
    manager.add({ title, description, type: 'success' });
  },
  error(title: string, error: unknown): void {
    manager.add({
      title,
      description: describe(error),
      type: 'error',
      priority: 'high',
      timeout: 0, // the toast stays until the user dismisses it
    });
  },
};

function describe(error: unknown): string {
  if (!(error instanceof ApiError)) return TEXTS.toast.pageError;
  return error.requestId === undefined
    ? error.message
    : TEXTS.toast.withRequest(error.message, error.requestId);
}

/** Shows toasts and announces them to screen readers. Must be used only once. */
export function Toasts() {
  return (
    <Base.Provider toastManager={manager} limit={3}>
      <Base.Portal>
        <Base.Viewport className={styles.viewport}>
          <List />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function List() {
  const { toasts } = Base.useToastManager();
  return toasts.map((one) => (
    <Base.Root key={one.id} toast={one} className={styles.toast} swipeDirection="right">
      <Base.Content className={styles.content}>
        {one.type === 'error' ? (
          <CircleAlert className={styles.danger} aria-hidden />
        ) : (
          <CircleCheck className={styles.success} aria-hidden />
        )}
        <div className={styles.words}>
          <Base.Title className={styles.title} />
          <Base.Description className={styles.description} />
        </div>
        <Base.Close render={<IconButton icon={X} label={TEXTS.toast.dismiss} size="s" />} />
      </Base.Content>
    </Base.Root>
  ));
}
