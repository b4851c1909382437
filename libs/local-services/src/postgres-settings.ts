/**
 * Returns settings of the embedded server as `-c` arguments. The log must not contain identifiers
 * of users, so statements, parameters and errors of statements are not logged. Errors of statements
 * quote values even with the verbosity `terse`. The application also receives these errors, so the
 * log need not contain them. The durability is the default of PostgreSQL.
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
    log_min_messages: 'log', // LOG, FATAL and PANIC, because `log` is above `error`
    log_min_error_statement: 'panic',
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_checkpoints: 'off',
    ...further,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
