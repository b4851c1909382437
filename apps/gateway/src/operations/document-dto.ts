import { membersOf, type Dto, type Kind, type MemberRule } from '@lethe/api/definition';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

const documented = new Set<Dto>();

/** Documents the members of a DTO, and those of the DTOs that it consists of. Must run before the document is made. */
export function documentDto(type: Dto): void {
  if (documented.has(type)) return;
  documented.add(type);
  for (const [name, rule] of membersOf(type)) {
    ApiProperty(optionsOf(rule))(type.prototype as object, name);
    ApiExtraModels(...documentKind(rule.is))(type);
  }
}

/** @returns the DTOs of which the document is to know, as the schema of the kind refers to them */
export function documentKind({ dto, refersTo = [] }: Kind): readonly Dto[] {
  [...(dto === undefined ? [] : [dto.of()]), ...refersTo].forEach(documentDto);
  return refersTo;
}

function optionsOf({ is, optional = false, description, example, ...rest }: MemberRule) {
  const { schema, dto } = is;
  return {
    ...(dto === undefined ? schema : { type: () => (dto.isList ? [dto.of()] : dto.of()) }),
    required: !optional,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
    ...(rest.default === undefined ? {} : { default: rest.default }),
  } as ApiPropertyOptions;
}
