import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { mediaBadge } from './media-badge.ts'

/** A tile in words, for screen readers. */
export function describeTile(tile: PhotoTile): string {
  const parts = [tile.name]
  if (mediaBadge(tile)) parts.push(mediaBadge(tile))
  if (tile.takenAt) parts.push(tile.takenAt.slice(0, 10))
  if (tile.rating > 0) parts.push(tile.rating === 1 ? '1 star' : `${tile.rating} stars`)
  if (tile.pick !== 0) parts.push(tile.pick === 1 ? 'picked' : 'rejected')
  if (tile.label) parts.push(`label ${tile.label}`)
  if (tile.frames !== undefined) parts.push(`stack of ${tile.frames} photos`)
  if (tile.status === 'pending') parts.push('waiting for analysis')
  if (tile.status === 'failed') parts.push('could not be read')
  if (tile.status === 'missing') parts.push('file is missing')
  if (tile.status === 'offline') parts.push('drive is away')
  if (tile.nsfw !== 'safe') parts.push('sensitive')
  if (tile.isPrivate) parts.push('private')
  return parts.join(', ')
}
