import { expect, test } from 'vitest'
import { SHOWN_FROM, showAs } from '../../../src-main/analysis/models/adapters/calibration.ts'
import { basicColors, readPixels } from '../../../src-main/analysis/tags/pixel-statistics.ts'
import { readLessLikely } from '../../../src-main/analysis/tags/read-less-likely.ts'
import { openVocabulary } from '../../../src-main/analysis/vocabulary/vocabulary.ts'
import { LOWEST_CONFIDENCE } from '../../../src-main/contract/analysis/tag.ts'
import { resourcesDir } from '../models/registry/sample-photos.ts'

const vocabulary = openVocabulary(resourcesDir)
const grey = readPixels({ width: 2, height: 2, data: new Uint8Array(12).fill(128) })
const colors = Object.fromEntries(basicColors.map((name) => [name, name === 'red' ? 0.15 : name === 'grey' ? 0.85 : 0]))
const signs = {
  classes: new Map([
    ['leopard', 0.2],
    ['wrench', 0.02],
  ]),
  scenes: { sea: 0.3, none: 0.7 },
  statistics: { ...grey, colors: colors as typeof grey.colors },
  objects: [],
  known: [],
}

test('a class, a scene and a colour too unlikely to be shown are given as less likely', () => {
  const found = readLessLikely(signs, vocabulary).filter(({ chance }) => chance > 0)
  expect(found.map(({ concept }) => concept).sort()).toEqual(['grey', 'leopard', 'red', 'sea'])
  for (const { chance } of found) expect(chance).toBeLessThan(SHOWN_FROM)
})

test('an existing probability stays', () => {
  const known = [{ concept: 'sea', chance: 0.1, origin: 'scene' as const }]
  expect(readLessLikely({ ...signs, known }, vocabulary).map(({ concept }) => concept)).not.toContain('sea')
})

test('a broader word is as likely as that one of its kinds is there', () => {
  const weak = (concept: string, chance: number) => ({ concept, chance, origin: 'objects' as const })
  const found = readLessLikely({ ...signs, objects: [weak('car', 0.1), weak('truck', 0.1)] }, vocabulary)
  expect(found.find(({ concept }) => concept === 'vehicle')?.chance).toBeCloseTo(0.19)
  const certain = readLessLikely({ ...signs, objects: [weak('car', 0.9)] }, vocabulary)
  expect(certain.find(({ concept }) => concept === 'vehicle')?.chance).toBeLessThan(SHOWN_FROM)
})

test('a colour has a tag from three thousandths of the picture on', () => {
  const confidenceAt = (share: number): number => {
    const few = { ...signs.statistics, colors: { ...signs.statistics.colors, red: share } }
    const red = readLessLikely({ ...signs, statistics: few }, vocabulary).find(({ concept }) => concept === 'red')
    return 100 * showAs(red!.chance)
  }
  expect(confidenceAt(0.0029)).toBeLessThan(LOWEST_CONFIDENCE)
  expect(confidenceAt(0.0032)).toBeGreaterThan(LOWEST_CONFIDENCE)
  expect(confidenceAt(0.011)).toBeGreaterThan(12)
  expect(confidenceAt(0.011)).toBeLessThan(20)
})
