import type { PhotoStatus } from '../../../../src-main/contract/library/photo.ts'

/** A status in words: under the heading “Status”, and as a chip that stands alone. */
export const statusWords: Record<PhotoStatus, { choice: string; chip: string }> = {
  ready: { choice: 'Analysed', chip: 'Analysed' },
  pending: { choice: 'Waiting', chip: 'Waiting for analysis' },
  failed: { choice: 'Could not be read', chip: 'Could not be read' },
  missing: { choice: 'Missing', chip: 'Missing files' },
  offline: { choice: 'Offline', chip: 'On a drive that is away' },
}
