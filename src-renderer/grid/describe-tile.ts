import { writeEnumeration } from '../locales/formats.ts'
import { nameOfColor } from '../words/color-labels.ts'
import { t } from '../locales/messages.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { describeFlagged } from '../stacks/suggestion-words.ts'
import { mediaBadge } from './media-badge.ts'

/** Describes a tile for screen readers. */
export function describeTile(tile: PhotoTile): string {
  const parts = [tile.name]
  if (mediaBadge(tile)) parts.push(mediaBadge(tile))
  if (tile.crop) parts.push(t('grid.tileCropped'))
  if (tile.takenAt) parts.push(tile.takenAt.slice(0, 10))
  if (tile.rating > 0) parts.push(t('words.stars', { count: tile.rating }))
  if (tile.pick !== 0) parts.push(tile.pick === 1 ? t('grid.tilePicked') : t('grid.tileRejected'))
  if (tile.label) parts.push(t('grid.tileLabel', { label: nameOfColor(tile.label) }))
  if (tile.frames !== undefined) parts.push(t('words.stackOf', { count: tile.frames }), ...describeFlagged(tile))
  if (tile.status === 'pending') parts.push(t('grid.tilePending'))
  if (tile.status === 'failed') parts.push(t('grid.tileFailed'))
  if (tile.status === 'missing') parts.push(t('grid.tileMissing'))
  if (tile.status === 'offline') parts.push(t('grid.tileAway'))
  if (tile.isSensitive) parts.push(t('grid.tileSensitive'))
  if (tile.isPrivate) parts.push(t('grid.tilePrivate'))
  return writeEnumeration(parts)
}
