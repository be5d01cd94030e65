import { onTestFinished } from 'vitest'
import type { Findings, StepName } from '../../../src-main/analysis/photo/findings.ts'
import type { Step } from '../../../src-main/analysis/step/step.ts'
import type { PhotoDetail } from '../../../src-main/contract/library/photo.ts'
import type { Facets, PhotoFilter } from '../../../src-main/contract/library/query.ts'
import type { SearchField } from '../../../src-main/contract/library/search/fields.ts'
import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { keepOnly } from '../../../src-main/library/search/columns/bits.ts'
import { type ListColumn, numberColumn, type TextColumn } from '../../../src-main/library/search/columns/column.ts'
import type { Filter } from '../../../src-main/library/search/filters/filter.ts'
import { allFilters } from '../../../src-main/library/search/filters/filters.ts'
import {
  countNumbers,
  keepRange,
  inOrder,
  withKept,
  withNumbers,
} from '../../../src-main/library/search/filters/numbers.ts'
import type { Finding } from '../../../src-main/library/queue/rows/findings/finding.ts'
import { allFindings } from '../../../src-main/library/queue/rows/findings/findings.ts'
import { migrations } from '../../../src-main/library/catalog/migrations/migrations.ts'
import { type CatalogOptions, openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import type { Migration } from '../../../src-main/base/sqlite/migration.ts'
import { tempFolder } from '../../fixtures/folders.ts'

/**
 * CONTRIBUTING.md says that a step, a finding and a filter each need one file and one line in a list. These are such
 * files; the test does not edit the lists but gives the catalogue one more entry. These types take the place of the
 * contract's fields.
 */
export type WithGrain = Findings & { grain?: number }
export type WithFields = PhotoFilter & { testLens?: string; grainFrom?: number; minFaceWidth?: number }
const field = (name: keyof WithFields) => name as keyof PhotoFilter
export const GRAIN = 'grain' as StepName

export const grainStep: Step = {
  name: GRAIN,
  version: 1,
  tasks: [],
  run: async ({ photo }) => ({ grain: photo.width }) as Partial<WithGrain>,
}

const grainTable: Migration = {
  version: migrations.length + 1,
  up: (db) =>
    void db.exec(`CREATE TABLE grain (
      photo_id INTEGER PRIMARY KEY REFERENCES photos(id) ON DELETE CASCADE,
      value REAL NOT NULL
    )`),
}

export const grain = {
  step: GRAIN,
  migrations: [grainTable],
  isFound: (found: WithGrain) => found.grain !== undefined,
  save: ({ db }, photoId, found: WithGrain) => {
    if (found.grain === undefined) return
    db.prepare('INSERT OR REPLACE INTO grain (photo_id, value) VALUES (?, ?)').run(photoId, found.grain)
  },
  detail: ({ db }, photoId) => {
    const value = db.prepare<[number], number>('SELECT value FROM grain WHERE photo_id = ?').pluck().get(photoId)
    return { grain: value ?? null } as Partial<PhotoDetail>
  },
  checks: [
    {
      problem: (count, ids) => foreign(`${count} photos have no grain below zero (ids ${ids}).`),
      sql: 'SELECT photo_id FROM grain WHERE value < 0',
    },
  ],
} satisfies Finding

const grainColumn = numberColumn('(SELECT value FROM grain s WHERE s.photo_id = p.id)', Float64Array)
const grainField: SearchField = { name: 'grain', kind: 'number', title: 'Grain', example: '>10' }
const grainFilter = {
  fields: [field('grainFrom')],
  columns: [grainColumn],
  terms: [
    {
      field: grainField,
      find: (term, { index }) => withNumbers(index, grainField, term, index.values(grainColumn)),
    },
  ],
  states: { grainy: ({ index }) => withKept(index, index.values(grainColumn), (value) => value >= 30) },
  keep: (photos, { grainFrom }: WithFields, { index }) => keepRange(photos, index.values(grainColumn), grainFrom),
  facet: (photos, { index }) =>
    ({ grain: inOrder(countNumbers(index.values(grainColumn), photos)) }) as Partial<Facets>,
} satisfies Filter

const lensColumn: TextColumn = { sql: "m.data ->> '$.lens'" }
const lensFilter = {
  fields: [field('testLens')],
  keep: (photos, { testLens: lens = '' }: WithFields, { index }) => {
    const texts = index.texts(lensColumn)
    const wanted = texts.codeOf(lens)
    keepOnly(photos, (slot) => texts.values[slot] === wanted)
  },
  facet: (photos, { index }) => {
    const texts = index.texts(lensColumn)
    const counts = inOrder(countNumbers(texts.values, photos))
    return { testLenses: counts.map(({ value, count }) => ({ lens: texts.textOf(value), count })) } as Partial<Facets>
  },
} satisfies Filter

const faceWidths: ListColumn = {
  perPhoto: 2,
  read: (db, photoId) =>
    db.prepare<[number], number>('SELECT width FROM faces WHERE photo_id = ?').pluck().all(photoId),
}
const faceWidthFilter = {
  fields: [field('minFaceWidth')],
  keep: (photos, { minFaceWidth = 0 }: WithFields, { index }) => {
    const lists = index.lists(faceWidths)
    keepOnly(photos, (slot) =>
      lists
        .data()
        .subarray(lists.start(slot), lists.end(slot))
        .some((w) => w >= minFaceWidth),
    )
  },
} satisfies Filter

const extended: Partial<CatalogOptions> = {
  findings: [...allFindings, grain],
  filters: [...allFilters, grainFilter, lensFilter, faceWidthFilter],
}

export function openExtended(folder = tempFolder()) {
  const catalog = openCatalog(folder, extended)
  onTestFinished(() => catalog.close())
  return catalog
}
