import type { PhotoTile } from '../../src-main/contract/library/photo.ts'

const kinds = { plain: '', raw: 'RAW', 'raw-pair': 'RAW+JPEG', live: 'Live' } as const

/** What a tile is marked with: the kind of its files, or the length of a film, `Video 1:05`; empty for a plain photo. */
export function mediaBadge({
  media,
  durationMs,
  fileKind,
}: Pick<PhotoTile, 'media' | 'durationMs' | 'fileKind'>): string {
  if (media === 'animation') return 'Animation'
  if (media === 'photo') return kinds[fileKind]
  return durationMs === null ? 'Video' : `Video ${describeLength(durationMs)}`
}

function describeLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const inHour = hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}` : `${minutes}`
  return `${inHour}:${String(seconds % 60).padStart(2, '0')}`
}
