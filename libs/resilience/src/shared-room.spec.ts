import { SharedRoom } from './shared-room.js';

/** How many bodies of so many pieces an owner may send now. */
function fill(room: SharedRoom, owner: string, pieces = 1): number {
  let sum = 0;
  while (room.enter(owner, pieces)) sum += 1;
  return sum;
}

describe('SharedRoom', () => {
  it('has so much for one owner, and as much as is free for their first body', () => {
    const room = new SharedRoom({ all: 100, perOwner: 10 });
    expect(fill(room, 'a')).toBe(10);
    expect(room.enter('b', 91)).toBe(false);
    expect(room.enter('b', 90)).toBe(true);
    room.leave('b', 90);
    expect(fill(room, 'b')).toBe(10);
  });

  it('is never taken as a whole by owners who want more and more', () => {
    const room = new SharedRoom({ all: 100, perOwner: 60 });
    expect(['a', 'b', 'c'].map((owner) => fill(room, owner))).toEqual([60, 30, 7]);
    expect(room.enter('newcomer', 3)).toBe(true);
  });

  it('holds for all together, with the first bodies of many owners', () => {
    const room = new SharedRoom({ all: 100, perOwner: 10 });
    const letIn = Array.from({ length: 200 }, (_, n) => room.enter(`owner ${n}`, 1));
    expect(letIn.filter(Boolean)).toHaveLength(100);
    room.leave('owner 0', 1);
    expect(room.enter('another', 1)).toBe(true);
  });

  it('lets one in that is larger than all there is, alone', () => {
    const room = new SharedRoom({ all: 4, perOwner: 4 });
    expect(room.enter('a', 32)).toBe(true);
    expect(room.enter('b', 1)).toBe(false);
    room.leave('a', 32);
    expect(room.enter('b', 1)).toBe(true);
    expect(room.enter('a', 32)).toBe(false);
  });

  it('lets one grow as if it had come so large', () => {
    const room = new SharedRoom({ all: 100, perOwner: 4 });
    expect(room.enter('a', 1)).toBe(true);
    for (let had = 1; had < 32; had += 1) expect(room.enter('a', 1, had)).toBe(true);
    expect(room.enter('a', 1)).toBe(false);
    expect(fill(room, 'b')).toBe(4);
    expect(room.enter('b', 1, 1)).toBe(false);
    room.leave('a', 32);
    room.leave('b', 4);
    expect(room.enter('c', 100)).toBe(true);
  });
});
