import type { Type } from '@nestjs/common';
import type { DetailsCollector } from '@lethe/contracts';
import type { BodyDocs } from '../docs/body-docs.js';

interface InputRules extends BodyDocs {
  /** Members of `type`; a body with another one is refused. */
  readonly names: readonly string[];
  /** Read-only members of answers, beside those of every resource: ignored in a body. */
  readonly ignored?: readonly string[];
  /** Members that a patch may remove with `null`; others have a value in any case. */
  readonly removable?: readonly string[];
  /** Adds what is wrong with an input beside what the rules of its type find. */
  readonly check?: (input: object, problems: DetailsCollector) => void;
  /** `id` in a body is that of something else, and need not be the id of the path. */
  readonly idOfAnother?: true;
}

/**
 * What callers send and get of one resource of the catalog. `InputOf` and `ReplacementOf` check
 * bodies by it, the decorators of `catalog-operation.decorator.ts` document its endpoints with it.
 */
export interface CatalogResource {
  /** What the reference calls it, in the singular. */
  readonly noun: string;
  /** Name of the path's parameter that holds the id; `id` when absent. */
  readonly idParameter?: string;
  /** Id in the path of the examples, where the demo workspace has one that is known before. */
  readonly exampleId?: string;
  /** Whether Basic credentials are taken as well as Bearer tokens. */
  readonly takesBasic?: boolean;
  /** Words of the reference about reading, where they differ from those of other resources. */
  readonly reading?: ReadingWords;
  readonly input: InputRules;
  readonly answer: BodyDocs;
}

/** A `CatalogResource` whose examples are held against the types of its bodies. */
export interface ResourceOf<Input extends object, Answer extends object> extends CatalogResource {
  readonly input: InputRules & BodyDocs<Input> & { readonly names: readonly (keyof Input)[] };
  readonly answer: BodyDocs<Answer>;
}

/** A resource of which a part can be changed. */
export interface PatchedResource extends CatalogResource {
  readonly input: InputRules & {
    /** The type of a patch: all of its members may be absent. */
    readonly patchType: Type;
    /** An example of a patch. */
    readonly patch: object;
  };
}

/** A resource that can be listed. */
export interface ListedResource extends CatalogResource {
  readonly page: BodyDocs;
}

/** A `ListedResource` whose examples are held against the types of its bodies. */
export interface ListedResourceOf<
  Input extends object,
  Answer extends object,
  Page extends object,
> extends ResourceOf<Input, Answer> {
  readonly input: ResourceOf<Input, Answer>['input'] &
    PatchedResource['input'] & { readonly patch: Partial<Input> };
  readonly page: BodyDocs<Page>;
}

interface ReadingWords {
  readonly tag: string;
  /** Summaries of the two operations. */
  readonly list: string;
  readonly show: string;
  /** Descriptions of their answers. */
  readonly page: string;
  readonly answer: string;
}

/** Times of all examples. */
export const EXAMPLE_TIMES = {
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
};
