/** Receives lines about the running program; nothing in the library writes to the console. */
export type Log = {
  debug(message: string, details?: object): void
  info(message: string, details?: object): void
  warn(message: string, details?: object): void
  error(message: string, details?: object): void
}

/** Drops every line. */
export const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
