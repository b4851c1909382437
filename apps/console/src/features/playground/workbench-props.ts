import type { ReactNode } from 'react';
import type { Transformation } from '../../api/transformations.js';

export interface WorkbenchProps {
  readonly code: string;
  readonly onCodeChange: (code: string) => void;
  readonly readOnly?: boolean;
  readonly onSave?: () => void;
  /** The saved transformation with this code. Test cases belong to it. */
  readonly transformation?: Transformation;
  readonly destinationId: string | undefined;
  readonly onDestinationChange: (destinationId: string | undefined) => void;
  /** Element that is shown before the choice of the destination. */
  readonly lead?: ReactNode;
}
