/** Words of the reasons of outcomes, which differ between the tasks of a destination. */
export interface TaskWords {
  /** What the call asks for. */
  readonly noun: 'deletion' | 'verification';
  /** What a person does after the cause was corrected, after "then". */
  readonly repeat: 'retry' | 'verify again';
}

export const DELETION: TaskWords = { noun: 'deletion', repeat: 'retry' };
export const VERIFICATION: TaskWords = { noun: 'verification', repeat: 'verify again' };
