import { LetheError, type ErrorBody } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';
import { UnauthenticatedCallerError } from './caller-key-check.js';
import type { CommandTimes } from './command-times.js';

const LONGEST_ID = 255;

/** Sends expected errors unchanged. Other errors are sent as an internal error without details. */
@Catch()
export class RpcErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly times?: Pick<CommandTimes, 'failed'>,
  ) {}

  catch(exception: unknown, host: ArgumentsHost): Observable<never> {
    const code = exception instanceof LetheError ? exception.code : 'internal';
    this.times?.failed(host.switchToRpc().getContext<object>(), code);
    return throwError((): ErrorBody => this.toBody(exception, host));
  }

  private toBody(exception: unknown, host: ArgumentsHost): ErrorBody {
    if (exception instanceof UnauthenticatedCallerError) return exception.toBody();
    if (exception instanceof LetheError) {
      if (exception.status >= 500) {
        this.logger.warn(
          {
            code: exception.code,
            requestId: requestIdOf(host),
            error: describeError(exception.cause),
          },
          'a command was refused',
        );
      }
      return exception.toBody();
    }
    this.logger.error(
      { requestId: requestIdOf(host), error: describeError(exception) },
      'a command failed',
    );
    return new LetheError('internal').toBody();
  }
}

function requestIdOf(host: ArgumentsHost): string | undefined {
  const data = host.switchToRpc().getData<{ context?: { requestId?: unknown } } | undefined>();
  const requestId = data?.context?.requestId;
  // The packet is not always a command, so the id can be any value.
  return typeof requestId === 'string' ? requestId.slice(0, LONGEST_ID) : undefined;
}
