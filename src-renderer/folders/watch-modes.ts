import { labelled } from '../locales/messages.ts'
import type { WatchMode } from '../../src-main/contract/library/folder.ts'

/** The modes of watching a folder: a label for each, and its meaning. */
export const watchModes: readonly { value: WatchMode; label: string; note: string }[] = [
  labelled({ label: 'folders.watchAuto', note: 'folders.watchAutoNote' }, { value: 'auto' }),
  labelled({ label: 'folders.watchEvents', note: 'folders.watchEventsNote' }, { value: 'events' }),
  labelled({ label: 'folders.watchIntervals', note: 'folders.watchIntervalsNote' }, { value: 'polling' }),
  labelled({ label: 'folders.watchOff', note: 'folders.watchOffNote' }, { value: 'off' }),
]
