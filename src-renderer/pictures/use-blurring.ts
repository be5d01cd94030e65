import type { NsfwVerdict } from '../../src-main/contract/library/photo.ts'
import { useSettings } from '../stores/settings.ts'

/**
 * Whether pictures of a verdict are blurred: what is not rated `safe`, where "Sensitive photos" is set to Blur. A photo
 * without a verdict (not analysed, or no model for it) counts as `safe`. Photos set to Hide are left out by the query.
 */
export function useBlurring(): (nsfw: NsfwVerdict | undefined) => boolean {
  const store = useSettings()
  return (nsfw = 'safe') => nsfw !== 'safe' && store.settings.nsfwMode === 'blur'
}
