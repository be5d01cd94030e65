import { say } from '../../../../contract/sentences/say.ts'
import { inEnglish } from '../../../../contract/sentences/write-text.ts'
import type { Log } from '../../../host/log.ts'
import type { EditJournal } from '../../../history/edits/edit-log.ts'
import { takeRestoredNote } from './prepare-restored.ts'
import { type Replayed as Done, replayEdits, type ReplayDependencies } from './replay-edits.ts'

export type Replayed = Done & {
  /** A backup was restored, which is why the catalogue was older; otherwise it lost its last moments. */
  isAfterRestore: boolean
}

type Dependencies = ReplayDependencies & { journal: EditJournal; log: Pick<Log, 'warn'> }

/**
 * Synchronises a catalogue and the journal beside it at the opening. Edits that the journal lacks are written to it;
 * edits that only the journal has, because the catalogue lost its last moments or comes from a backup, are replayed.
 */
export function recoverEdits(dependencies: Dependencies): Replayed | null {
  const { db, edits, journal, log } = dependencies
  const isAfterRestore = takeRestoredNote(db)
  if (!isAfterRestore && edits.noteIfGone())
    log.warn('The edits journal beside the catalogue is gone; a new one begins', { lastEdit: edits.last })
  if (journal.last <= edits.last) {
    edits.flush()
    return null
  }
  const { entries, damaged } = journal.after(edits.last)
  const replayed = { ...replayEdits(dependencies, entries), isAfterRestore }
  if (damaged > 0) replayed.problems.push(say('doctor.linesLost', { count: damaged }))
  edits.skipTo(journal.last)
  log.warn('The catalogue was older than the edits journal; newer edits were done again', {
    ...replayed,
    problems: replayed.problems.map(inEnglish),
  })
  return replayed
}
