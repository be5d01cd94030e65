import { isSensitive, type PhotoTile } from '../../src-main/contract/library/photo.ts'
import { usePrivacy } from '../stores/privacy.ts'
import { useRevealed } from '../stores/revealed.ts'
import { useSettings } from '../stores/settings.ts'

/** What decides how a picture is drawn. */
export type JudgedPhoto = Pick<PhotoTile, 'id' | 'nsfw' | 'isPrivate' | 'hasVerdict'>
/** `blurred`: as its placeholder alone, and no pixels of it are asked for. `hidden`: not at all. */
export type Appearance = 'shown' | 'blurred' | 'hidden'

/**
 * How photos appear by their verdict, which a person may have corrected: what counts as sensitive follows the
 * setting "Sensitive photos". A photo without a verdict (not analysed, or no model for it) is hidden in client mode and while
 * locked, and counts as `safe` for the setting. The library leaves hidden photos out of every answer; `hidden` here
 * covers the moment until the window has the next one.
 */
export function useSensitivity() {
  const store = useSettings(),
    privacy = usePrivacy(),
    revealed = useRevealed()
  const follows = ({ nsfw }: Pick<JudgedPhoto, 'nsfw'>, mode: 'blur' | 'hide'): boolean =>
    store.settings.nsfwMode === mode && isSensitive(nsfw, store.settings.sensitiveFrom)
  /** Whether a picture would be blurred if nobody had asked to see it. */
  const canBlur = (photo: Pick<JudgedPhoto, 'nsfw'>): boolean => follows(photo, 'blur')
  const appearanceOf = (photo: JudgedPhoto): Appearance => {
    if (privacy.hides(photo) || follows(photo, 'hide')) return 'hidden'
    return canBlur(photo) && !revealed.has(photo.id) ? 'blurred' : 'shown'
  }
  return { appearanceOf, canBlur }
}
