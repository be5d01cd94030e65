import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { FoundTag } from '../../src-main/contract/analysis/tag.ts'
import { isShown } from './analyse-coco.ts'
import { mean } from './figures.ts'

type Tags = readonly Pick<FoundTag, 'concept' | 'confidence'>[]

const FIRST = 8

/** Writes a copy of a photo that looks the same: smaller, turned with an EXIF orientation, or compressed again. */
const copies: readonly ((from: string, to: string) => Promise<unknown>)[] = [
  async (from, to) => {
    const { width } = await sharp(from).metadata()
    return sharp(from)
      .resize({ width: Math.round(width * 0.7) })
      .jpeg({ quality: 90 })
      .toFile(to)
  },
  (from, to) => sharp(from).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 90 }).toFile(to),
  (from, to) => sharp(from).jpeg({ quality: 60 }).toFile(to),
]

/**
 * The share of the first eight tags that a photo and its copies have in common, 0 to 1: the mean over all copies of
 * photos that show any.
 */
export async function agreementOfCopies(
  photos: readonly { path: string; tags: Tags }[],
  tagPhoto: (path: string) => Promise<Tags>,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'lumafold-copies-'))
  const file = join(folder, 'copy.jpg')
  const shares: number[] = []
  try {
    for (const { path, tags } of photos) {
      for (const copy of copies) {
        await copy(path, file)
        const share = shareOfFirst(tags, await tagPhoto(file))
        if (share !== null) shares.push(share)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return mean(shares)
}

/** The share of the first tags that two lists have in common, of the longer list; null if neither shows any. */
function shareOfFirst(one: Tags, other: Tags): number | null {
  const [a, b] = [one, other].map((tags) =>
    tags
      .filter(isShown)
      .slice(0, FIRST)
      .map(({ concept }) => concept),
  ) as [string[], string[]]
  const most = Math.max(a.length, b.length)
  return most === 0 ? null : a.filter((concept) => b.includes(concept)).length / most
}
