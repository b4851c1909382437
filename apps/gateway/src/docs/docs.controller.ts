import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ReadsQuery } from '../http/strict-request.guard.js';
import { renderErrorPage } from './error-page.js';

@ApiExcludeController()
@ReadsQuery(true)
@Controller('docs')
export class DocsController {
  private readonly errorPage = renderErrorPage();

  @Get('errors')
  @Header('content-type', 'text/html; charset=utf-8')
  errors(): string {
    return this.errorPage;
  }
}
