import { createRequire } from 'node:module';

interface Subscriptions {
  readonly parseFql: (text: string) => { readonly error?: unknown };
  readonly validate: (tree: object, event: object) => boolean;
}

// Finds the modules in the same way as `actions-library.ts`, but does not load the library.
const here = createRequire(import.meta.url);
const core = createRequire(here.resolve('@segment/action-destinations')).resolve(
  '@segment/actions-core',
);
const { parseFql, validate } = createRequire(core)(
  '@segment/destination-subscriptions',
) as Subscriptions;

const EVENT = {
  type: 'track',
  event: 'Order "big" Completed',
  userId: 'u1',
  properties: { total: 12.5, 'first name': 'Ann', nested: { deep: true }, $x: 1 },
  traits: { plan: 'pro' },
  context: { page: { path: '/shop' } },
};

describe('the subscription language', () => {
  it.each([
    ['type = "track"', true],
    ['type != "track"', false],
    ['type="identify"or type="track"', true],
    ['type = "track" and properties.total >= 12.5', true],
    ['properties.total < -1', false],
    ['properties.nested.deep = true', true],
    ['properties.first\\ name = "Ann"', true],
    ['properties.$x = 1', true],
    ['properties.none = null', true],
    ['traits.plan != null and userId = "u1"', true],
    ['contains(event, "Completed")', true],
    ['!contains(event, "Completed")', false],
    ['match(context.page.path, "/sh*") and !match(event, "*x")', true],
    ['type = "page" or (type = "track" and traits.plan = "pro")', true],
    ['type = "page" and (type = "track" or traits.plan = "pro")', false],
  ])('evaluates %s as %s', (trigger, expected) => {
    const tree = parseFql(trigger);
    expect(tree.error).toBeUndefined();
    expect(validate(tree, EVENT)).toBe(expected);
  });

  it.each(['', 'type ~ "track"', 'type = "track', 'type = "track" & x', '"track"'])(
    'refuses the invalid trigger %j',
    (trigger) => {
      expect(parseFql(trigger).error).toBeDefined();
    },
  );
});
