import { AllowedMethods } from './allowed-methods.js';

describe('AllowedMethods', () => {
  const allowed = new AllowedMethods();
  allowed.add('/v2/regulations', 'POST');
  allowed.add('/v2/regulations', ['GET', 'HEAD']);
  allowed.add('/v2/regulations/:id', 'DELETE');
  allowed.add('/docs/*', 'GET');
  allowed.add('/openapi.json', 'GET');

  it.each([
    ['/v2/regulations', ['GET', 'HEAD', 'POST']],
    ['/v2/regulations?limit=1', ['GET', 'HEAD', 'POST']],
    ['/v2/%72egulations', ['GET', 'HEAD', 'POST']],
    ['/v2/regulations/42', ['DELETE']],
    ['/v2/regulations/', []],
    ['/v2/regulations/42/more', []],
    ['/docs/a/b.css', ['GET']],
    ['/openapi-json', []],
    ['/%zz', []],
  ])('knows the methods of %s', (target, methods) => {
    expect(allowed.of(target)).toEqual(methods);
  });
});
