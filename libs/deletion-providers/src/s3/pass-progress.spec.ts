import { beginAgain, newProgress, readProgress, toStore } from './pass-progress.js';

describe('the progress of a pass', () => {
  it('keeps the counts of removed data when a pass begins again', () => {
    const pass = { of: 'places', users: ['a'], ids: ['a'] };
    const progress = newProgress(pass);
    Object.assign(progress.counts, { objects: 5, rowsScanned: 9, rowsRemoved: 3 });
    Object.assign(progress.counts, { objectsRewritten: 2, oldVersionsDeleted: 1 });
    Object.assign(progress, { after: 'k', isMore: true, unseen: ['tags'] });
    const again = readProgress(toStore(beginAgain(progress), pass), pass);
    expect(again).toMatchObject({ isMore: false, unseen: ['tags'], stage: 'objects' });
    expect(again.after).toBeUndefined();
    expect(Object.entries(again.counts).filter(([, count]) => count > 0)).toEqual([
      ['rowsRemoved', 3],
      ['objectsRewritten', 2],
      ['oldVersionsDeleted', 1],
    ]);
  });
});
