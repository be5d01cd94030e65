import type { Backup } from '../../src-main/contract/library/backups.ts'

/** Why a backup was made, in words. */
export function describeReason({ reason, note }: Pick<Backup, 'reason' | 'note'>): string {
  switch (reason) {
    case 'daily':
      return 'Made by itself'
    case 'asked':
      return 'Made by hand'
    case 'migration':
      return 'Before the layout of the catalogue changed'
    case 'before':
      return note === '' ? 'Before a large change' : `Before: ${note}`
  }
}
