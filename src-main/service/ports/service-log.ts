/** Where lines about the service go. Details are plain values; never a secret, credentials or contents of pictures. */
export type ServiceLog = {
  debug(message: string, details?: object): void
  info(message: string, details?: object): void
  warn(message: string, details?: object): void
  error(message: string, details?: object): void
}
