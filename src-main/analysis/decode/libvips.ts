import { createRequire } from 'node:module'
import type { SharpConstructor, SharpInput, SharpOptions } from 'sharp'

let loaded: SharpConstructor | null = null

function load(): SharpConstructor {
  const sharp = createRequire(import.meta.url)('sharp') as SharpConstructor
  // One thread a picture and no cache: several photos are decoded side by side, each only once.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/**
 * sharp, set up for decoding many photos once each; all of the analysis uses it from here. It comes with the first
 * picture, since the library's process leaves pictures to others and is smaller without.
 */
export const sharp = (input?: SharpInput | SharpOptions, options?: SharpOptions) =>
  (loaded ??= load())(input as SharpInput, options) // options alone draw a picture, such as a text
