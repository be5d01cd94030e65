import type { Text } from '../../../src-main/contract/sentences/text.ts'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { FoundTag } from '../../../src-main/contract/analysis/tag.ts'
import type { PhotoMetadata } from '../../../src-main/contract/library/photo.ts'
import type { PhotoFilter, PhotoQuery } from '../../../src-main/contract/library/query.ts'
import type { Catalog } from '../../../src-main/library/catalog/catalog.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import type { TagNames } from '../../../src-main/library/catalog/vocabulary/tag-names.ts'
import { emptyMetadata } from '../../../src-main/contract/library/empty-metadata.ts'
import type { Findings, StepName } from '../../../src-main/analysis/photo/findings.ts'
import { putEmptyLibrary } from '../../fixtures/catalog-template.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/** Steps that most tests use, with their fingerprints. */
export const STEPS: readonly StepName[] = ['preview', 'tags']
export const fingerprints = (version: string, names: readonly StepName[] = STEPS) =>
  names.map((name) => ({ name, fingerprint: version }))

export type OpenCatalog = ReturnType<typeof openCatalog>

/** Opens a catalogue that closes when the test ends; closing it earlier is fine. */
export function openForTest(folder: string = tempFolder('catalog'), names?: TagNames): OpenCatalog {
  putEmptyLibrary(folder)
  const catalog = openCatalog(folder, { now: () => 1_700_000_000_000, ...(names ? { names } : {}) })
  onTestFinished(() => catalog.close())
  return catalog
}

/** A catalogue with one root, `/photos`, and two steps. */
export function openWithRoot(folder?: string, names?: TagNames) {
  const catalog = openForTest(folder, names)
  const root = catalog.folders.addRoot(join('/', 'photos'))
  catalog.analysis.setSteps(fingerprints('v1'))
  const add = (...names: string[]) => addNames(catalog, root.id, names)
  return { catalog, root, add }
}

/** Adds files by their paths below a root, with times one second apart. */
export function addNames(catalog: Catalog, rootId: number, paths: readonly string[]): number[] {
  return catalog.files.add(
    paths.map((path, i) => {
      const cut = path.lastIndexOf('/')
      const folderId = catalog.folders.ensure(rootId, cut < 0 ? '' : path.slice(0, cut))
      return {
        folderId,
        name: path.slice(cut + 1),
        bytes: 1000 + i,
        modifiedMs: 1_600_000_000_000 + i * 1000,
        fileKey: `1:${i}`,
      }
    }),
  )
}

export const tag = (name: string, confidence: number, more: Partial<FoundTag> = {}): FoundTag => ({
  concept: name,
  name,
  confidence,
  origin: 'objects',
  ...more,
})
export const metadata = (part: Partial<PhotoMetadata>): PhotoMetadata => ({ ...emptyMetadata(), ...part })

/** A successful analysis of both steps. */
export function saveFound(
  catalog: Catalog,
  id: number,
  findings: Findings,
  steps: readonly StepName[] = STEPS,
  warnings: Text[] = [],
) {
  catalog.analysis.saveOutcome(id, steps, {
    ok: true,
    findings: { thumbnail: new Uint8Array([1, 2, 3]), tags: [], ...findings },
    warnings,
  })
}

export const saveTags = (catalog: Catalog, id: number, ...tags: FoundTag[]) => saveFound(catalog, id, { tags })

export const oneColor = (html: string, percent: number): NonNullable<Findings['colors']> => ({
  image_colors: [colorOf(html, percent)],
  foreground_colors: [],
  background_colors: [],
  color_variance: 0,
  object_percentage: 0,
  color_percent_threshold: 1,
})

export function colorOf(html: string, percent: number) {
  const value = Number.parseInt(html.slice(1), 16)
  const palette = {
    closest_palette_color: 'x',
    closest_palette_color_html_code: html,
    closest_palette_color_parent: 'x',
    closest_palette_distance: 0,
  }
  return { r: value >>> 16, g: (value >>> 8) & 255, b: value & 255, html_code: html, percent, ...palette }
}

/** Ids that match a query, oldest addition first unless the query is sorted. */
export const find = (
  catalog: Catalog,
  filter: PhotoFilter,
  sort: PhotoQuery['sort'] = { by: 'addedAt', order: 'asc' },
) => [...catalog.search.run({ filter, sort })]

export const statusOf = (catalog: Catalog, id: number) => catalog.photos.tiles([id])[0]?.status
export const pendingIds = (catalog: Catalog, limit = 100) =>
  catalog.analysis.takePending(limit, { first: [], busy: new Set() }).map((photo) => photo.id)
