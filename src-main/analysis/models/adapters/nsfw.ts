import type { ModelSession } from '../runtime/open-session.ts'
import type { NsfwClassifier } from '../runtime/tasks.ts'
import { resizeAligned } from './resize-aligned.ts'

const SIDE = 224

/**
 * NSFWJS MobileNetV2 (MIT) on the whole photo squashed to 224 pixels as in nsfwjs: five probabilities that sum to 1.
 */
export function createNsfw(session: ModelSession, modelId: string): { nsfw: NsfwClassifier } {
  const classify: NsfwClassifier['classify'] = async (photo) => {
    const { shares } = await session.run({
      image: { data: resizeAligned(photo.pixels, SIDE), dims: [1, SIDE, SIDE, 3] },
    })
    const [drawing, hentai, neutral, porn, sexy] = shares!.data as Float32Array
    return { drawing: drawing!, hentai: hentai!, neutral: neutral!, porn: porn!, sexy: sexy! }
  }
  return { nsfw: { modelId, classify } }
}
