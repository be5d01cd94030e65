import { t } from '../locales/messages.ts'
import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { writeLength } from '../words/wording.ts'

const kinds = { plain: '', raw: 'RAW', 'raw-pair': 'RAW+JPEG' } as const

/**
 * The badge of a tile: the kind of its files and `Live`, or the length of a film, `Video 1:05`; empty for a plain
 * photo.
 */
export function mediaBadge({
  media,
  durationMs,
  fileKind,
  isLive,
}: Pick<PhotoTile, 'media' | 'durationMs' | 'fileKind' | 'isLive'>): string {
  if (media === 'animation') return t('grid.animation')
  if (media === 'photo') return [kinds[fileKind], isLive ? t('grid.live') : ''].filter(Boolean).join(' ')
  return durationMs === null ? t('grid.video') : t('grid.videoLength', { length: writeLength(durationMs) })
}
