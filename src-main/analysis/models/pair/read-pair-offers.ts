import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { PublishedPair } from './pair-manifest.ts'

/** A pair that can be downloaded by choice; `arm64` has the files that differ on such processors. */
const Offer = PublishedPair.extend({
  offer: z.string(),
  arm64: PublishedPair.shape.files.partial().optional(),
})
export type PairOffer = PublishedPair & { offer: string }

/**
 * Reads `models/pairs.json` of the resources folder, with the files for this processor; throws `model-not-found` if it
 * is missing or malformed.
 */
export function readPairOffers(resourcesDir: string, processor: string = process.arch): PairOffer[] {
  try {
    const offers = z.array(Offer).parse(JSON.parse(readFileSync(join(resourcesDir, 'models', 'pairs.json'), 'utf8')))
    return offers.map(({ arm64, ...offer }) => ({
      ...offer,
      files: { ...offer.files, ...(processor === 'arm64' ? arm64 : {}) },
    }))
  } catch (cause) {
    throw new AppError('model-not-found', say('models.noCatalog'), { cause })
  }
}
