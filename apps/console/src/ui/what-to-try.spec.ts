import { ApiError } from '../api/api-error.js';
import { UserFacingError } from './user-facing-error.js';
import { messageOf, whatToTry } from './what-to-try.js';

const wordsOf = (error: unknown) => [messageOf(error), whatToTry(error)];

describe('the texts of an error', () => {
  it('contain the message of an error of the API or of the page', () => {
    expect(wordsOf(new UserFacingError('The user is gone.', 'Look again.'))).toEqual([
      ...['The user is gone.', 'Look again.'],
    ]);
    const conflict = new ApiError('It is running.', 409, 'conflict', undefined);
    expect(wordsOf(conflict)).toEqual([
      ...['It is running.', 'Reload the page to see the current state, then decide again.'],
    ]);
  });

  it('say that the page has an error if the error is of any other kind', () => {
    expect(wordsOf(new TypeError('x is undefined'))).toEqual([
      ...[
        'This page has an error.',
        'Reload the page. If the error comes again, report it to the operator of Lethe.',
      ],
    ]);
  });
});
