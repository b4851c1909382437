/**
 * Settings of the embedded server, as `-c` arguments. The log may never hold an identifier of a
 * user, so it gets no statements, no parameters, and no errors of statements: those quote values
 * even when terse, and the application has them anyway. Durability stays at PostgreSQL's defaults.
 */
export function postgresSettings(
  port: number,
  further: Readonly<Record<string, string>> = {},
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_error_verbosity: 'terse',
    log_min_messages: 'log', // above `error` in the order of log levels: LOG, FATAL and PANIC only
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
    ...further,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
