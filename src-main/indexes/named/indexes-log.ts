/** Log for the indexes; the logs of the library and of the service both fit. */
export type IndexesLog = {
  warn(message: string, details?: object): void
  error(message: string, details?: object): void
}

export const silent: IndexesLog = { warn: () => {}, error: () => {} }
