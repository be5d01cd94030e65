const CONFIDENCE_BITS = 10
const CONFIDENCE_MASK = (1 << CONFIDENCE_BITS) - 1
/** The level of certain entries: given by a person or a file. */
export const CERTAIN_LEVEL = CONFIDENCE_MASK
const MAX_IDS = 2 ** (32 - CONFIDENCE_BITS)

/**
 * A tag or category with its confidence in one 32-bit number: id in the upper 22 bits, tenths of a percent below; null
 * is certain.
 */
export function encodeEntry(id: number, confidence: number | null): number {
  if (id >= MAX_IDS) throw new RangeError(`The catalogue holds at most ${MAX_IDS} different tags.`)
  const level = confidence === null ? CERTAIN_LEVEL : Math.min(1000, Math.max(0, Math.floor(confidence * 10 + 1e-6)))
  return id * 2 ** CONFIDENCE_BITS + level
}

export const entryId = (entry: number) => entry >>> CONFIDENCE_BITS
export const entryLevel = (entry: number) => entry & CONFIDENCE_MASK

/** The minimum level that reaches a confidence in percent. */
export const levelOf = (confidence: number) => Math.ceil(confidence * 10 - 1e-6)

/** A colour in one 32-bit number: share in half percents, then red, green, blue. */
export const encodeColor = ({ r, g, b, percent }: { r: number; g: number; b: number; percent: number }) =>
  ((shareLevel(percent) << 24) | (r << 16) | (g << 8) | b) >>> 0

const shareLevel = (percent: number) => Math.floor(Math.min(100, Math.max(0, percent)) * 2 + 1e-6)
