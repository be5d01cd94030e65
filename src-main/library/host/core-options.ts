import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'
import type { Trash } from './trash.ts'

/** What a shell gives the core. */
export type LibraryOptions = {
  /** Data folder of the library; made where it is new. One process at a time owns it. */
  libraryDir: string
  /** Folder of the files that come with the program. */
  resourcesDir: string
  /** Folder of installed model files, shared by all libraries of this person. */
  modelsDir: string
  /**
   * Folders besides the watched ones into which links of watched folders are followed, by real paths; none where it is
   * absent. Asked for at each look.
   */
  allowedFolders?: () => Promise<readonly string[]>
  log: Log
  /** A name for the lock, so that a second process can say who has the library. */
  owner: string
  /** Where this process can be reached, if it can; a second process that is refused says it. */
  address?: string
  /** Version of the program, as `library.info` tells it. */
  version?: string
  /** True where the catalogue is to be looked through, and mended where that is possible, before it is used. */
  checkFirst?: boolean
  /** False for short commands: no watching, no work starts by itself. */
  watch: boolean
  /**
   * True where windows are served: what a person hides is left out of every answer then. Commands see all photos, since
   * whoever runs them can open the files.
   */
  hasWindows?: boolean
  /** Keeps the key and the secret of a remote service; without it they are forgotten when the program ends. */
  secrets?: Secrets
  /** The system's trash; without it no file goes anywhere. */
  trash?: Trash
}
