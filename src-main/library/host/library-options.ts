import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'
import type { Trash } from './trash.ts'

/** What a shell gives the library. */
export type LibraryOptions = {
  /** Data folder of the library, created if missing. One process at a time owns it. */
  libraryDir: string
  /** Folder of bundled files. */
  resourcesDir: string
  /** Folder of installed model files, shared by all libraries of this person. */
  modelsDir: string
  /**
   * Folders besides the watched ones into which links are followed, by real paths; by default none. Called at each
   * scan.
   */
  allowedFolders?: () => Promise<readonly string[]>
  log: Log
  /** A name for the lock, so that a second process can report who has the library. */
  owner: string
  /** The address of this process, if it has one; a second process that is refused reports it. */
  address?: string
  /** Version of the program, as `library.info` returns it. */
  version?: string
  /** True if the catalogue is checked, and repaired if possible, before it is used. */
  checkFirst?: boolean
  /** False for short commands: no watching, and no work starts by itself. */
  watch: boolean
  /**
   * True if windows are served: then answers omit what a person hides. Commands see all photos, since whoever runs them
   * can open the files.
   */
  hasWindows?: boolean
  /** Stores the key and the secret of a remote service; without it they are forgotten when the program ends. */
  secrets?: Secrets
  /** The system's trash; without it no file is trashed. */
  trash?: Trash
}
