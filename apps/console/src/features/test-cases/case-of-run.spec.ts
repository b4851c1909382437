import { caseOfCode, caseOfRequests } from './case-of-run.js';

const event = { type: 'track' };
const after = { type: 'track', n: 1 };
const requests = [{ method: 'POST', endpoint: 'https://a.example' }];
const seen = { event, output: [{ event: after, requests }], hasRequests: true };

describe('a case of what was seen', () => {
  it('is for a transformation what its code made, without the requests', () => {
    expect(caseOfCode(seen)).toEqual({
      ...{ event, stages: ['user_transform'], expected: [{ event: after }] },
    });
    expect(caseOfCode({ ...seen, output: [] })).toMatchObject({ expected: [] });
  });

  it('is for a destination all of it where its own code ran', () => {
    expect(caseOfRequests(seen, true)).toEqual({
      ...{ event, stages: ['user_transform', 'dest_transform'], expected: seen.output },
    });
    expect(caseOfRequests({ ...seen, output: [] }, true)).toMatchObject({ expected: [] });
  });

  it('is for another destination what it makes of what came out', () => {
    expect(caseOfRequests(seen, false)).toEqual({
      ...{ event: after, stages: ['dest_transform'], expected: [{ requests }] },
    });
    expect(caseOfRequests({ ...seen, output: [] }, false)).toBeUndefined();
    const two = [...seen.output, ...seen.output];
    expect(caseOfRequests({ ...seen, output: two }, false)).toBeUndefined();
    expect(caseOfRequests({ ...seen, hasRequests: false }, true)).toBeUndefined();
  });
});
