import { t } from '../locales/messages.ts'
import type { WatchMode } from '../../src-main/contract/library/folder.ts'

/** How a folder is watched: a word for the choice, and what it means. */
export const watchModes: readonly { value: WatchMode; label: string; note: string }[] = [
  {
    value: 'auto',
    get label() {
      return t('folders.watchAuto')
    },
    get note() {
      return t('folders.watchAutoNote')
    },
  },
  {
    value: 'events',
    get label() {
      return t('folders.watchEvents')
    },
    get note() {
      return t('folders.watchEventsNote')
    },
  },
  {
    value: 'polling',
    get label() {
      return t('folders.watchIntervals')
    },
    get note() {
      return t('folders.watchIntervalsNote')
    },
  },
  {
    value: 'off',
    get label() {
      return t('folders.watchOff')
    },
    get note() {
      return t('folders.watchOffNote')
    },
  },
]
