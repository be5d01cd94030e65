/** The log of the service. Details are plain values; never a secret, credentials or picture content. */
export type ServiceLog = {
  debug(message: string, details?: object): void
  info(message: string, details?: object): void
  warn(message: string, details?: object): void
  error(message: string, details?: object): void
}
