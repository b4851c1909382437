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
  ])('knows the methods of %s', (target, methods) => {
    expect(allowed.of(target)).toEqual(methods);
  });

  it.each([
    ['/v2/regulations/:id', 'DELETE', '/v2/regulations/plan?x=1', true],
    ['/v2/regulations/:id', 'DELETE', '/v2/regulations/%70lan', true],
    ['/v2/regulations/:id', 'DELETE', '/v2/regulations/planned', false],
    ['/v2/regulations/plan', 'POST', '/v2/regulations/plan', false],
    ['/pages/*', 'GET', '/pages/of/all', false],
    ['/pages/*', 'GET', '/pages/of/7/run', true],
    ['/pages/of/:id/:more', 'GET', '/pages/of/7/run', true],
    ['/pages/of/:id/:more', 'GET', '/pages/of/7/other', false],
    ['/pages/of/:id/:more', 'POST', '/pages/of/7/run', false],
    [undefined, 'GET', '/nothing', false],
  ])('tells whether %s is what %s %s is for', (url, method, target, isAstray) => {
    expect(allowed.isAstray(url, method, target)).toBe(isAstray);
  });
});
