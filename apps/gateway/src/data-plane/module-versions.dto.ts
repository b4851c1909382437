import { ApiProperty } from '@nestjs/swagger';

/** The code of a transformation, for the data plane's transformer. */
export class TransformationVersionDto {
  @ApiProperty({ example: 'tr_mask' })
  id!: string;

  @ApiProperty({ example: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;

  @ApiProperty({ example: 'Mask e-mail' })
  name!: string;

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({ example: 'export function transformEvent(event) { return event; }' })
  code!: string;

  @ApiProperty({ enum: ['1'] })
  codeVersion!: '1';

  @ApiProperty({ enum: ['javascript'] })
  language!: 'javascript';
}

/** The code of a library, for the data plane's transformer. */
export class LibraryVersionDto {
  @ApiProperty({ example: 'pii' })
  name!: string;

  @ApiProperty({ example: 'pii' })
  handleName!: string;

  @ApiProperty({ example: 'pii', description: 'By which transformations import it.' })
  importName!: string;

  @ApiProperty({ example: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa' })
  versionId!: string;

  @ApiProperty({ example: "export const hide = () => '***';" })
  code!: string;

  @ApiProperty({ enum: ['javascript'] })
  language!: 'javascript';

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;
}
