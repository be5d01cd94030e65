import { createRequire } from 'node:module'
import type { SharpConstructor, SharpInput, SharpOptions } from 'sharp'

let loaded: SharpConstructor | null = null

function load(): SharpConstructor {
  const sharp = createRequire(import.meta.url)('sharp') as SharpConstructor
  // One thread a picture and no cache: several photos are decoded in parallel, each only once.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * sharp, configured for decoding many photos once each; all of the analysis uses this one. It is loaded with the first
 * picture, since the library's process leaves pictures to others and is smaller without it.
 */
export const sharp = (input?: SharpInput | SharpOptions, options?: SharpOptions) =>
  (loaded ??= load())(input as SharpInput, options) // options alone create a picture, such as a text
