import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { readAllowed } from '../../browser/allowed-folders.ts'
import { openLogFile } from '../../log-file.ts'
import { tell } from '../output/output.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { around } from '../surroundings/run.ts'
import { placesOf } from './places-of.ts'

/** Options that every command takes. */
export type CommonOptions = { library?: string }

type Use = {
  options: CommonOptions
  /** Who has the library, in the error for a second process. */
  owner: string
  /** True for long-running commands, which end on request: folders are watched and work starts automatically. */
  watch?: boolean
  /** True to check the catalogue, and repair it if possible, before it is used. */
  checkFirst?: boolean
}

/** Opens the library, does the work and closes the library, also if the work fails or the person presses Ctrl+C. */
export async function withLibrary<T>(
  { options, owner, watch = false, checkFirst = false }: Use,
  work: (library: OpenLibrary) => Promise<T>,
): Promise<T> {
  const { libraryDir, resourcesDir, modelsDir, logsDir, configDir, allowedFoldersFile, version } = placesOf(options)
  // they take a while to load, which commands without a library avoid
  const [{ createLibrary }, { openSecrets }, { openTrash }] = await Promise.all([
    import('../../../library/library.ts'),
    import('../../secrets/open-secrets.ts'),
    import('../../trash/open-trash.ts'),
  ])
  const library = await createLibrary({
    libraryDir,
    resourcesDir,
    modelsDir,
    allowedFolders: () => readAllowed(allowedFoldersFile),
    watch,
    hasWindows: watch,
    checkFirst,
    owner,
    version,
    secrets: openSecrets(configDir, around().env),
    trash: openTrash(),
    log: openLogFile(logsDir),
  })
  const stopListening = watch ? () => {} : closeOnSignals(library)
  try {
    if (library.warning !== null) tell(inEnglish(library.warning))
    return await work(library)
  } finally {
    await library.close()
    stopListening()
  }
}

/** An interrupted command leaves a sound library; its remaining work stays pending. */
function closeOnSignals(library: OpenLibrary): () => void {
  const { signals, exit } = around()
  const stop = () => void library.close().finally(() => exit(exits.interrupted))
  signals.once('SIGINT', stop)
  signals.once('SIGTERM', stop)
  return () => {
    signals.off('SIGINT', stop)
    signals.off('SIGTERM', stop)
  }
}
