import sharp from 'sharp'

// One thread a picture and no cache: several photos are decoded side by side, each only once.
sharp.cache(false)
sharp.concurrency(1)

/** sharp, set up for decoding many photos once each; all of the analysis uses it from here. */
export { sharp }
