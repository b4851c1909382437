import type { ReactNode } from 'react';
import type { Transformation } from '../../api/transformations.js';

export interface WorkbenchProps {
  readonly code: string;
  readonly onCodeChange: (code: string) => void;
  readonly readOnly?: boolean;
  readonly onSave?: () => void;
  /** The saved one, whose code this is: test cases are kept beside it. */
  readonly transformation?: Transformation;
  readonly destinationId: string | undefined;
  readonly onDestinationChange: (destinationId: string | undefined) => void;
  /** Stands before the choice of the destination. */
  readonly lead?: ReactNode;
}
