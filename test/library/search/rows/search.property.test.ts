import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { differenceCiede2000 } from 'culori'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TextLine } from '../../../../src-main/contract/analysis/text-line.ts'
import { type PhotoFilter, type PhotoQuery, PhotoSort } from '../../../../src-main/contract/library/query.ts'
import {
  field,
  not,
  phrase,
  type SearchNode,
  word as wordNode,
} from '../../../../src-main/contract/library/search/nodes.ts'
import { parse } from '../../../../src-main/contract/library/search/parse.ts'
import { print } from '../../../../src-main/contract/library/search/print.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { putEmptyLibrary } from '../../../fixtures/catalog-template.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { byNight } from '../../../fixtures/night.ts'
import { colorOf, fingerprints, metadata, oneColor, tag, type OpenCatalog } from '../../catalog/library.ts'

const words = ['sea', 'seal', 'sun', 'Über', 'img', '12', '120', 'x']
const folders = ['', 'sun', 'sun/sea', 'Trip 12']
const verdicts = ['safe', 'underwear', 'nsfw'] as const
const statuses = ['pending', 'ready', 'failed', 'missing'] as const
const DAY = 86_400_000
const steps = ['tags', 'faces', 'categories', 'colors', 'sharpness', 'text'] as const

const flag = fc.constantFrom(-1 as const, 0 as const, 1 as const)
const word = fc.constantFrom(...words)
const html = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const day = fc.integer({ min: 18_000, max: 18_020 }).map((days) => new Date(days * DAY).toISOString().slice(0, 10))
const rowArbitrary = fc.record({
  name: fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('_')),
  folder: fc.constantFrom(...folders),
  bytes: fc.integer({ min: 1, max: 5 }),
  modifiedDay: fc.integer({ min: 18_000, max: 18_020 }),
  taken: fc.option(day),
  title: fc.option(word),
  keywords: fc.uniqueArray(word, { maxLength: 2 }),
  tags: fc.uniqueArray(fc.record({ name: word, confidence: fc.integer({ min: 8, max: 100 }) }), {
    maxLength: 4,
    selector: ({ name }) => name,
  }),
  /** Words in the photo, each in its own line. */
  seen: fc.uniqueArray(word, { maxLength: 2 }),
  removed: fc.option(word),
  added: fc.option(word),
  category: fc.record({ name: fc.constantFrom('a', 'b'), confidence: fc.integer({ min: 1, max: 100 }) }),
  color: fc.record({ html, percent: fc.integer({ min: 0, max: 100 }) }),
  rating: fc.integer({ min: 0, max: 5 }),
  label: fc.constantFrom('', 'Red', 'Green'),
  pick: flag,
  faces: fc.integer({ min: 0, max: 3 }),
  openness: fc.array(fc.constantFrom(null, 0, 0.34, 0.35, 0.64, 0.65, 1), { maxLength: 2 }),
  camera: fc.constantFrom('', 'Canon EOS 5D', 'X-T5'),
  iso: fc.constantFrom(null, 100, 800, 51_200),
  nsfw: fc.constantFrom(...verdicts),
  status: fc.constantFrom(...statuses),
})
type Row = typeof rowArbitrary extends fc.Arbitrary<infer T> ? T : never

const leafArbitrary: fc.Arbitrary<SearchNode> = fc.oneof(
  {
    arbitrary: fc.constantFrom(...words, 'se', 's', 'UB', '1', 'trip', 'can').map((text) => wordNode(text)),
    weight: 4,
  },
  word.map((text) => phrase(text)),
  fc.constantFrom(
    field('rating', ['3'], '>='),
    field('rating', ['1', '4']),
    field('label', ['red']),
    field('label', ['none', 'Green']),
    field('flag', ['picked']),
    field('faces', ['1-2']),
    field('eyes', ['closed']),
    field('eyes', ['open']),
    field('iso', ['800']),
    field('iso', ['800'], '>'),
    field('camera', ['5d']),
    field('camera', ['X-T5'], '='),
    field('is', ['undated']),
    field('is', ['sensitive']),
    field('is', ['rated', 'missing']),
    field('tag', ['sea']),
    field('text', ['se']),
    field('text', ['sea'], '='),
    field('text', ['sun', 'über']),
    field('category', ['a']),
    field('date', ['2019-04..2019-04-20']),
    field('size', ['3'], '<'),
  ),
)
const nodeArbitrary = fc.letrec<{ node: SearchNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 2 },
    { arbitrary: leafArbitrary, weight: 3 },
    tie('node').map((node) => not(node)),
    fc
      .tuple(fc.constantFrom('all' as const, 'any' as const), fc.array(tie('node'), { minLength: 2, maxLength: 3 }))
      .map(([type, nodes]): SearchNode => ({ type, nodes })),
  ),
})).node

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const filterArbitrary: fc.Arbitrary<PhotoFilter & { folder?: string }> = fc.record({
  text: optional(fc.array(nodeArbitrary, { maxLength: 3 }).map((terms) => print(terms))),
  folder: optional(fc.constantFrom(...folders)),
  tags: optional(fc.array(word, { maxLength: 2 })),
  minConfidence: optional(fc.integer({ min: 0, max: 100 })),
  categories: optional(fc.array(fc.constantFrom('k/a', 'k/b', 'k/c'), { minLength: 1, maxLength: 2 })),
  color: optional(
    fc.record({ html, distance: fc.integer({ min: 0, max: 100 }), share: fc.integer({ min: 0, max: 100 }) }),
  ),
  takenFrom: optional(day),
  takenTo: optional(day),
  ratingFrom: optional(fc.integer({ min: 0, max: 5 })),
  ratingTo: optional(fc.integer({ min: 0, max: 5 })),
  labels: optional(fc.subarray(['', 'Red', 'Green', 'Blue'])),
  picks: optional(fc.subarray([-1, 0, 1] as const).map((picks) => [...picks])),
  facesFrom: optional(fc.integer({ min: 0, max: 3 })),
  facesTo: optional(fc.integer({ min: 0, max: 3 })),
  statuses: optional(fc.subarray([...statuses])),
})
const sortArbitrary = fc.record({
  by: fc.constantFrom(...PhotoSort.shape.by.unwrap().exclude(['name', 'match', 'album']).options),
  order: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
})

/** Writes the rows as a scan, an analysis and a person do; returns their ids. */
function write(catalog: Catalog, rootId: number, rows: readonly Row[], firstNumber: number): number[] {
  return rows.map((row, i) => {
    const number = firstNumber + i
    const folderId = catalog.folders.ensure(rootId, row.folder)
    const [id = 0] = catalog.files.add([
      {
        folderId,
        name: `${row.name}.${number}q`,
        bytes: row.bytes,
        modifiedMs: row.modifiedDay * DAY + DAY / 2,
        fileKey: null,
      },
    ])
    catalog.files.saveMetadata([
      {
        id,
        width: 1,
        height: 1,
        metadata: metadata({
          takenAt: row.taken && `${row.taken}T12:00:00`,
          title: row.title,
          keywords: row.keywords,
          rating: row.rating,
          cameraModel: row.camera || null,
          iso: row.iso,
        }),
      },
    ])
    saveAnalysis(catalog, id, row)
    if (row.added !== null) catalog.changes.apply({ kind: 'add-tag', ids: [id], name: row.added })
    catalog.changes.apply({ kind: 'label', ids: [id], label: row.label })
    catalog.changes.apply({ kind: 'pick', ids: [id], pick: row.pick })
    if (row.removed !== null) catalog.changes.apply({ kind: 'remove-tag', ids: [id], name: row.removed })
    if (number % 3 === 0) saveAnalysis(catalog, id, row) // a second time changes nothing
    if (row.status === 'missing')
      catalog.files.markMissing(
        catalog.files
          .known(rootId)
          .filter((file) => file.photoId === id)
          .map((file) => file.fileId),
      )
    return id
  })
}

const corner = { x: 0, y: 0 }
const corners: TextLine['corners'] = [corner, corner, corner, corner]
const unmeasured = { box: { x1: 0, y1: 0, x2: 1, y2: 1 }, face: null, eyes: null, clipped: 0 }

function saveAnalysis(catalog: Catalog, id: number, row: Row) {
  const face = {
    confidence: 90,
    coordinates: { xmin: 0, ymin: 0, xmax: 1, ymax: 1, width: 1, height: 1 },
    face_id: '',
    attributes: [],
    landmarks: [],
  }
  const findings = {
    tags: row.tags.map(({ name, confidence }) => tag(name, confidence)),
    categories: [{ categorizer: 'k', ...row.category }],
    colors: oneColor(row.color.html, row.color.percent),
    faces: Array.from({ length: row.faces }, () => face),
    sharpness: {
      subject: 50,
      faces: row.openness.map((openness) => ({ ...unmeasured, expression: { openness, smile: null, away: null } })),
      exposure: { shadows: 0, highlights: 0, middle: 0.5 },
    },
    nsfw: { safe: 0, underwear: 0, nsfw: 0, [row.nsfw]: 100 },
    text: row.seen.map((text) => ({ text, confidence: 90, corners })),
  }
  catalog.analysis.saveOutcome(id, steps, { ok: true, findings, warnings: [] })
  if (row.status === 'pending') catalog.analysis.makePending([id])
  if (row.status === 'failed')
    catalog.analysis.saveOutcome(id, steps, { ok: false, code: 'damaged', reason: foreign('x') })
}

/** The openness of the least open eyes; NaN if unknown. */
const leastOpen = ({ openness }: Row) => {
  const known = openness.filter((each) => each !== null)
  return known.length === 0 ? NaN : Math.min(...known)
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const tokens = (text: string) =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
const surest = (row: Row, name: string) => {
  const key = fold(name)
  if (row.removed !== null && fold(row.removed) === key) return -1
  if ([...row.keywords, row.added ?? ''].some((each) => fold(each) === key)) return Infinity
  return row.tags.find((each) => fold(each.name) === key)?.confidence ?? -1
}
const visible = (row: Row, least: number) => words.filter((each) => surest(row, each) >= Math.max(0, least))

/** The meaning of a filter, as plainly as possible. */
function passes(row: Row, number: number, filter: PhotoFilter & { folder?: string }): boolean {
  const least = filter.minConfidence ?? 20
  const between = (value: number, from = -Infinity, to = Infinity) => value >= from && value <= to
  const searched = parse(filter.text ?? '').terms
  const difference = differenceCiede2000()
  return (
    searched.every((node) => holds(node, row, number, least)) &&
    (filter.folder === undefined ||
      filter.folder === '' ||
      row.folder === filter.folder ||
      row.folder.startsWith(`${filter.folder}/`)) &&
    (filter.tags ?? []).every((each) => surest(row, each) >= Math.max(0, least)) &&
    (!filter.categories ||
      (filter.categories.includes(`k/${row.category.name}`) && row.category.confidence >= least)) &&
    (!filter.color ||
      (row.color.percent >= filter.color.share &&
        difference(colorOf8(row.color.html), colorOf8(filter.color.html)) <= filter.color.distance)) &&
    (filter.takenFrom === undefined || (row.taken !== null && row.taken >= filter.takenFrom)) &&
    (filter.takenTo === undefined || (row.taken !== null && row.taken <= filter.takenTo)) &&
    between(row.rating, filter.ratingFrom, filter.ratingTo) &&
    (!filter.labels?.length || filter.labels.includes(row.label)) &&
    (!filter.picks?.length || filter.picks.includes(row.pick)) &&
    between(row.faces, filter.facesFrom, filter.facesTo) &&
    (!filter.statuses || filter.statuses.includes(row.status))
  )
}

/** The meaning of a search, as plainly as possible. */
function holds(node: SearchNode, row: Row, number: number, least: number): boolean {
  if (node.type === 'not') return !holds(node.node, row, number, least)
  if (node.type === 'all') return node.nodes.every((each) => holds(each, row, number, least))
  if (node.type === 'any') return node.nodes.some((each) => holds(each, row, number, least))
  if (node.type === 'field') return fieldHolds(print([node]), row, least)
  const named = ['root', row.folder, `${row.name}.${number}q`, row.title ?? '', row.label, row.camera]
  const own = tokens([...named, ...visible(row, least), ...row.seen].join(' '))
  const wanted = tokens(node.text)
  return wanted.every((each) => own.some((token) => (node.type === 'word' ? token.startsWith(each) : token === each)))
}

function fieldHolds(written: string, row: Row, least: number): boolean {
  const meanings: Record<string, boolean> = {
    'rating>=3': row.rating >= 3,
    'rating:1,4': [1, 4].includes(row.rating),
    'label:red': row.label === 'Red',
    'label:none,Green': ['', 'Green'].includes(row.label),
    'flag:picked': row.pick === 1,
    'faces:1-2': row.faces === 1 || row.faces === 2,
    'eyes:closed': leastOpen(row) < 0.35,
    'eyes:open': leastOpen(row) >= 0.65,
    'iso:800': row.iso === 800,
    'iso>800': row.iso === 51_200,
    'camera:5d': row.camera.endsWith('5D'),
    'camera=X-T5': row.camera === 'X-T5',
    'is:undated': row.taken === null,
    'is:sensitive': row.nsfw === 'nsfw',
    'is:rated,missing': row.rating > 0 || row.status === 'missing',
    'text:se': row.seen.some((each) => fold(each).startsWith('se')),
    'text=sea': row.seen.includes('sea'),
    'text:sun,über': row.seen.some((each) => each === 'sun' || fold(each) === 'uber'),
    'tag:sea': surest(row, 'sea') >= Math.max(0, least),
    'category:a': row.category.name === 'a' && row.category.confidence >= least,
    'date:2019-04..2019-04-20': row.taken !== null && row.taken >= '2019-04-01' && row.taken <= '2019-04-20',
    'size<3': row.bytes < 3,
  }
  const meaning = meanings[written]
  if (meaning === undefined) throw new Error(`The test does not know ${written}.`)
  return meaning
}

function colorOf8(html: string) {
  const { r, g, b } = colorOf(html, 0)
  return { mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 }
}

function sortKey(row: Row, by: Order['by']): number {
  const wallClock = (ms: number) => ms - new Date(ms).getTimezoneOffset() * 60_000
  const modified = row.modifiedDay * DAY + DAY / 2
  if (by === 'takenAt') return row.taken === null ? wallClock(modified) : Date.parse(`${row.taken}T12:00:00Z`)
  return { addedAt: 0, modifiedAt: modified, size: row.bytes, rating: row.rating, name: 0, album: 0 }[by]
}

test('a search finds what a plain filter over the same rows finds, in the same order, with the same counts', () => {
  fc.assert(
    fc.property(
      fc.array(rowArbitrary, { maxLength: 12 }),
      fc.array(rowArbitrary, { maxLength: 3 }),
      fc.array(fc.tuple(filterArbitrary, sortArbitrary), { minLength: 15, maxLength: 15 }),
      (rows, later, queries) => {
        const folder = makeTempFolder('search-property')
        putEmptyLibrary(folder)
        const catalog = openCatalog(folder, { now: () => 1 })
        try {
          const root = catalog.folders.addRoot('/somewhere/root')
          catalog.analysis.setSteps(fingerprints('v1', steps))
          const ids = write(catalog, root.id, rows, 0)
          compare(catalog, root.id, rows, ids, queries)
          const all = [...rows, ...later]
          const laterIds = write(catalog, root.id, later, rows.length)
          compare(catalog, root.id, all, [...ids, ...laterIds], queries)
        } finally {
          catalog.close()
          removeFolder(folder)
        }
      },
    ),
    { numRuns: byNight(5, 200) },
  )
}, 900_000) // Each run creates a catalogue, which waits for the disk many times.

type Order = PhotoQuery['sort'] & { by: Exclude<PhotoQuery['sort']['by'], 'match'> }
type Queries = readonly (readonly [PhotoFilter & { folder?: string }, Order])[]

function compare(catalog: OpenCatalog, rootId: number, rows: readonly Row[], ids: readonly number[], queries: Queries) {
  const numbered = rows.map((row, number) => ({ row, id: ids[number] ?? 0, number }))
  for (const [{ folder, ...plain }, sort] of queries) {
    const filter = { ...plain, ...(folder === undefined ? {} : { folderId: catalog.folders.ensure(rootId, folder) }) }
    const expected = numbered.filter(({ row, number }) =>
      passes(row, number, { ...plain, ...(folder === undefined ? {} : { folder }) }),
    )
    const rising = expected.sort((a, b) => sortKey(a.row, sort.by) - sortKey(b.row, sort.by) || a.id - b.id)
    const wanted = sort.order === 'asc' ? rising : rising.reverse()
    const isLast = ({ row }: { row: Row }) => (sort.by === 'takenAt' && row.taken === null ? 1 : 0)
    const inOrder = wanted.toSorted((a, b) => isLast(a) - isLast(b)).map(({ id }) => id)
    expect([...catalog.search.run({ filter, sort })]).toEqual(inOrder)
    const facets = catalog.search.facets(filter)
    const counts = words.map(
      (name) =>
        [name, expected.filter(({ row }) => visible(row, plain.minConfidence ?? 20).includes(name)).length] as const,
    )
    expect(facets.total).toBe(expected.length)
    expect(new Map(facets.tags.map(({ name, count }) => [name, count]))).toEqual(
      new Map(counts.filter(([, count]) => count > 0)),
    )
  }
}
