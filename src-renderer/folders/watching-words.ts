import { labelled } from '../locales/messages.ts'
import type { WatchMode } from '../../src-main/contract/library/folder.ts'

/** How a folder is watched: a word for the choice, and what it means. */
export const watchModes: readonly { value: WatchMode; label: string; note: string }[] = [
  labelled({ label: 'folders.watchAuto', note: 'folders.watchAutoNote' }, { value: 'auto' }),
  labelled({ label: 'folders.watchEvents', note: 'folders.watchEventsNote' }, { value: 'events' }),
  labelled({ label: 'folders.watchIntervals', note: 'folders.watchIntervalsNote' }, { value: 'polling' }),
  labelled({ label: 'folders.watchOff', note: 'folders.watchOffNote' }, { value: 'off' }),
]
