import { ApiError } from '../api/api-error.js';
import { SaidError } from './said-error.js';
import { messageOf, whatToTry } from './what-to-try.js';

const wordsOf = (error: unknown) => [messageOf(error), whatToTry(error)];

describe('the words for an error', () => {
  it('are its own where the API or the page itself refuses something', () => {
    expect(wordsOf(new SaidError('The user is gone.', 'Look again.'))).toEqual([
      ...['The user is gone.', 'Look again.'],
    ]);
    const conflict = new ApiError('It is running.', 409, 'conflict', undefined);
    expect(wordsOf(conflict)).toEqual([
      ...['It is running.', 'Load it again, and see what it conflicts with.'],
    ]);
  });

  it('say that the page has made a mistake where nothing was expected', () => {
    expect(wordsOf(new TypeError('x is undefined'))).toEqual([
      ...[
        'This page has made a mistake.',
        'Reload it. If that does not help, tell whoever runs Lethe.',
      ],
    ]);
  });
});
