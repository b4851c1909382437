import type { Type } from '@nestjs/common';

/** A body, and an example that its schema allows. */
export interface BodyDocs<Body extends object = object> {
  readonly type: Type<Body>;
  readonly example: Body;
}
