import sharp from 'sharp'

/** 64 bits that tell which of neighbouring areas is brighter; similar pictures have similar bits. */
export async function differenceHash(input: Uint8Array | string): Promise<boolean[]> {
  const data = await sharp(input).autoOrient().greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer()
  return Array.from(
    { length: 64 },
    (_, at) => data[Math.floor(at / 8) * 9 + (at % 8)]! < data[Math.floor(at / 8) * 9 + (at % 8) + 1]!,
  )
}

export const hammingDistance = (a: readonly boolean[], b: readonly boolean[]) =>
  a.filter((bit, at) => bit !== b[at]).length
