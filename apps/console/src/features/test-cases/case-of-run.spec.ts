import { caseOfCode, caseOfRequests } from './case-of-run.js';

const event = { type: 'track' };
const after = { type: 'track', n: 1 };
const requests = [{ method: 'POST', endpoint: 'https://a.example' }];
const seen = { event, output: [{ event: after, requests }], hasRequests: true };

describe('a test case from a run', () => {
  it('expects the output of the code, without requests, if it is for a transformation', () => {
    expect(caseOfCode(seen)).toEqual({
      ...{ event, stages: ['user_transform'], expected: [{ event: after }] },
    });
    expect(caseOfCode({ ...seen, output: [] })).toMatchObject({ expected: [] });
  });

  it('has the event and expects all outputs if it is for a destination with this code', () => {
    expect(caseOfRequests(seen, true)).toEqual({
      ...{ event, stages: ['user_transform', 'dest_transform'], expected: seen.output },
    });
    expect(caseOfRequests({ ...seen, output: [] }, true)).toMatchObject({ expected: [] });
  });

  it('has the output of the code as its event if it is for a destination without this code', () => {
    expect(caseOfRequests(seen, false)).toEqual({
      ...{ event: after, stages: ['dest_transform'], expected: [{ requests }] },
    });
    expect(caseOfRequests({ ...seen, output: [] }, false)).toBeUndefined();
    const two = [...seen.output, ...seen.output];
    expect(caseOfRequests({ ...seen, output: two }, false)).toBeUndefined();
    expect(caseOfRequests({ ...seen, hasRequests: false }, true)).toBeUndefined();
  });
});
