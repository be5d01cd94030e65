import type { PhotoTile } from '../../src-main/contract/library/photo.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'
import { useRevealed } from '../privacy/use-revealed.ts'
import { useSettings } from '../settings/use-settings.ts'

/** What decides how a picture is drawn. */
export type JudgedPhoto = Pick<PhotoTile, 'id' | 'isSensitive' | 'isPrivate' | 'hasVerdict'>
/** `blurred`: only as its placeholder, and none of its pixels are requested. `hidden`: not at all. */
export type Appearance = 'shown' | 'blurred' | 'hidden'

/**
 * How photos appear: sensitive ones, as the library defines them, follow the setting "Sensitive photos". A photo
 * without a verdict (not analysed, or no model for it) is not sensitive, and is hidden in client mode and while locked.
 * The library leaves hidden photos out of every answer; `hidden` covers the moment until the next answer arrives.
 */
export function useSensitivity() {
  const store = useSettings(),
    privacy = usePrivacy(),
    revealed = useRevealed()
  const follows = ({ isSensitive }: Pick<JudgedPhoto, 'isSensitive'>, mode: 'blur' | 'hide'): boolean =>
    isSensitive && store.settings.nsfwMode === mode
  /** Whether a picture would be blurred without a request to see it. */
  const canBlur = (photo: Pick<JudgedPhoto, 'isSensitive'>): boolean => follows(photo, 'blur')
  const appearanceOf = (photo: JudgedPhoto): Appearance => {
    if (privacy.hides(photo) || follows(photo, 'hide')) return 'hidden'
    return canBlur(photo) && !revealed.has(photo.id) ? 'blurred' : 'shown'
  }
  return { appearanceOf, canBlur }
}
