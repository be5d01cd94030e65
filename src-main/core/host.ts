import type { AnalysisEngine } from '../engines/engine.ts'

/** Where lines about the running program go; nothing in the core writes to the console. */
export type Log = {
  debug(message: string, details?: object): void
  info(message: string, details?: object): void
  warn(message: string, details?: object): void
  error(message: string, details?: object): void
}

/**
 * Where a shell keeps what nobody else may read: the keychain of the operating system, a file that only this user can
 * read, or the environment, which cannot be written (`set` and `remove` then reject with `not-supported-here`).
 */
export type Secrets = {
  kind: 'keychain' | 'file' | 'environment'
  /** How they are kept, to follow on "Key and secret are". */
  note: string
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** What a shell gives the core. */
export type CoreOptions = {
  /** Data folder of the library; made where it is new. One process at a time owns it. */
  libraryDir: string
  /** Folder of the files that come with the program. */
  resourcesDir: string
  /** Folder of installed model files, shared by all libraries of this person. */
  modelsDir: string
  log: Log
  /** A name for the lock, so that a second process can say who has the library. */
  owner: string
  /** Where this process can be reached, when it can; told to a second process that is refused. */
  address?: string
  /** Version of the program, as `library.info` tells it. */
  version?: string
  /** False for short commands: no watching, no work starts by itself. */
  watch: boolean
  /** Keeps the key and the secret of a remote service; without it they are forgotten when the program ends. */
  secrets?: Secrets
  /** Replaces the built-in engine; tests pass a small fake. */
  createEngine?: () => AnalysisEngine | Promise<AnalysisEngine>
}
