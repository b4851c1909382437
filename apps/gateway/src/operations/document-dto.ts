import { membersOf, type Dto, type Kind, type MemberRule } from '@lethe/api/definition';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

const documented = new Set<Dto>();

/**
 * Documents the members of a DTO and of its nested DTOs. Call it before the document is created.
 */
export function documentDto(type: Dto): void {
  if (documented.has(type)) return;
  documented.add(type);
  for (const [name, rule] of membersOf(type)) {
    const prototype = type.prototype as object;
    // The compiler adds `design:type` only to classes in the source code. Without this metadata,
    // Swagger reports a circular dependency for a schema of several types.
    if (!Reflect.hasMetadata('design:type', prototype, name)) {
      Reflect.defineMetadata('design:type', Object, prototype, name);
    }
    ApiProperty(optionsOf(rule))(prototype, name);
    ApiExtraModels(...documentKind(rule.is))(type);
  }
}

/** @returns the DTOs to which the schema of the kind refers; these DTOs must be in the document */
export function documentKind({ dto, refersTo = [] }: Kind): readonly Dto[] {
  [...(dto === undefined ? [] : [dto.of()]), ...refersTo].forEach(documentDto);
  return refersTo;
}

/** Swagger needs `selfRequired` for a schema that lists required members of its value. */
function requiredOf(schema: Kind['schema'], optional: boolean) {
  return Array.isArray(schema?.required)
    ? { required: schema.required as string[], selfRequired: !optional }
    : { required: !optional };
}

function optionsOf({ is, optional = false, description, example, ...rest }: MemberRule) {
  const { schema, dto } = is;
  return {
    ...(dto === undefined ? schema : { type: () => (dto.isList ? [dto.of()] : dto.of()) }),
    ...requiredOf(schema, optional),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    ...(rest.default === undefined ? {} : { default: rest.default }),
  } as ApiPropertyOptions;
}
