import { t } from '../locales/messages.ts'
import { translateSentence } from '../locales/translate-sentence.ts'
import type { Backup } from '../../src-main/contract/library/backups.ts'

/** Describes why a backup was made. */
export function describeReason({ reason, note }: Pick<Backup, 'reason' | 'note'>): string {
  switch (reason) {
    case 'daily':
      return t('backups.byItself')
    case 'asked':
      return t('backups.byHand')
    case 'migration':
      return t('backups.beforeLayout')
    case 'before':
      return note === null ? t('backups.beforeLarge') : t('backups.beforeWhat', { what: translateSentence(note) })
  }
}
