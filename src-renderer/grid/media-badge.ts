import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

/** What a tile that moves is marked with: the length of a film, `1:05`, or a word; empty for a photo. */
export function mediaBadge({ media, durationMs }: Pick<PhotoTile, 'media' | 'durationMs'>): string {
  if (media === 'animation') return 'Animation'
  if (media === 'photo') return ''
  return durationMs === null ? 'Video' : `Video ${describeLength(durationMs)}`
}

function describeLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const inHour = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : `${minutes}`
  return `${inHour}:${String(seconds % 60).padStart(2, '0')}`
}
