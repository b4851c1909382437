import { AllowedMethods } from './allowed-methods.js';

describe('AllowedMethods', () => {
  const allowed = new AllowedMethods();
  allowed.add('/v2/regulations', 'POST');
  allowed.add('/v2/regulations', ['GET', 'HEAD']);
  allowed.add('/v2/regulations/:id', 'DELETE');
  allowed.add('/v2/regulations/plan', 'POST');
  allowed.add('/docs/*', 'GET');
  allowed.add('/openapi.json', 'GET');
  allowed.add('/pages/*', 'GET');
  allowed.add('/pages/of/:id/:more', ['GET', 'POST']);
  allowed.add('/pages/of/:id/run', 'POST');

  it.each([
    ['/v2/regulations', ['GET', 'HEAD', 'POST']],
    ['/v2/regulations?limit=1', ['GET', 'HEAD', 'POST']],
    ['/v2/%72egulations', ['GET', 'HEAD', 'POST']],
    ['/v2/regulations/42', ['DELETE']],
    ['/v2/regulations/plan', ['POST']],
    ['/v2/regulations/', []],
    ['/v2/regulations/42/more', []],
    ['/docs/a/b.css', ['GET']],
    ['/openapi-json', []],
    ['/%zz', []],
  ])('returns the methods of %s', (target, methods) => {
    expect(allowed.of(target)).toEqual(methods);
  });

  it.each([
    ['DELETE', '/v2/regulations/plan?x=1', true],
    ['DELETE', '/v2/regulations/%70lan', true],
    ['DELETE', '/v2/regulations/planned', false],
    ['POST', '/v2/regulations/plan', false],
    ['GET', '/pages/of/all', false],
    ['GET', '/pages/of/7/run', true],
    ['GET', '/pages/of/7/other', false],
    ['POST', '/pages/of/7/run', false],
    ['GET', '/nothing', false],
  ])('decides whether %s %s reached a less specific route', (method, target, isAstray) => {
    expect(allowed.isAstray(method, target)).toBe(isAstray);
  });
});
