import { Controller, Get, Header, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { renderErrorPage } from './error-page.js';

@ApiExcludeController()
@Controller()
export class DocsController {
  private readonly errorPage = renderErrorPage();

  /** Who opens the address of a gateway wants to know what it is. */
  @Get()
  @Redirect('/docs')
  root(): void {
    return;
  }

  @Get('docs/errors')
  @Header('content-type', 'text/html; charset=utf-8')
  errors(): string {
    return this.errorPage;
  }
}
