import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PhotoMetadata } from '../../../../src-main/contract/library/photo.ts'
import type { Catalog } from '../../../../src-main/library/catalog/catalog.ts'
import { find, metadata, oneColor, openWithRoot, saveFound, tag } from '../../catalog/library.ts'

const canonShot: Partial<PhotoMetadata> = {
  takenAt: '2024-06-05T10:00:00',
  cameraMake: 'Canon',
  cameraModel: 'Canon EOS R5',
  lens: 'RF 24-70mm F2.8 L IS USM',
  iso: 51_200,
  aperture: 2.8,
  focalLength: 50,
  exposureTime: 1 / 250,
  city: 'Rome',
  country: 'Italy',
  caption: 'Sunset over the forum',
}
const fujiShot: Partial<PhotoMetadata> = {
  takenAt: '2023-11-13T10:00:00',
  cameraMake: 'FUJIFILM',
  cameraModel: 'X-T5',
  iso: 125,
  aperture: 1.4,
  focalLength: 23,
  exposureTime: 2,
  keywords: ['dog'],
  keywordPaths: ['Places/Austria/Vienna'],
  rating: 4,
  label: 'Red',
}

const save = (catalog: Catalog, id: number, part: Partial<PhotoMetadata>, width: number, height: number) =>
  catalog.files.saveMetadata([{ id, metadata: metadata(part), width, height }])

/**
 * Three photos, named by their first letters: by a Canon, by a Fujifilm, and a plain one. It is 14 November 2023, on a
 * machine in Asia, too.
 */
function openThree() {
  vi.stubEnv('TZ', 'UTC')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { catalog, add } = openWithRoot()
  const ids = add('2024/Rome/c.CR3', '2023/vienna trip/f.jpg', 'p_2024.png') as [number, number, number]
  const [canon, fuji, plain] = ids
  save(catalog, canon, canonShot, 8192, 5464)
  save(catalog, fuji, fujiShot, 4000, 6000)
  save(catalog, plain, {}, 500, 500)
  saveFound(catalog, fuji, { tags: [tag('cat', 90)], colors: oneColor('#d32f2f', 40) }, ['preview', 'tags', 'colors'])
  catalog.changes.apply({ kind: 'pick', ids: [canon], pick: 1 })
  catalog.changes.apply({ kind: 'pick', ids: [plain], pick: -1 })
  catalog.changes.apply({ kind: 'private', ids: [fuji], isPrivate: true })
  catalog.changes.apply({ kind: 'sensitivity', ids: [canon], judgement: 'sensitive' })
  const names = new Map(ids.map((id, place) => [id, 'cfp'.charAt(place)]))
  const found = (text: string) =>
    find(catalog, { text })
      .map((id) => names.get(id))
      .join('')
  return { catalog, canon, fuji, plain, found }
}

test('a weekday is that of every week, and a feast may be twice in a year', () => {
  const { catalog, add } = openWithRoot()
  const days = ['1968-12-29', '2000-01-08', '2000-12-27', '2024-10-12', '2024-10-13', '2024-10-14']
  const ids = add(...days.map((day) => `${day}.jpg`))
  for (const [at, day] of days.entries()) save(catalog, ids[at]!, { takenAt: `${day}T10:00:00` }, 500, 500)
  const found = (text: string) => find(catalog, { text }).map((id) => days[ids.indexOf(id)])
  expect(found('date:sundays').toSorted()).toEqual(['1968-12-29', '2024-10-13'])
  expect(found('date:weekends').toSorted()).toEqual(['1968-12-29', '2000-01-08', '2024-10-12', '2024-10-13'])
  expect(found('date:"eid al-fitr 2000"').toSorted()).toEqual(['2000-01-08', '2000-12-27'])
  expect(found('date:eid-al-fitr').toSorted()).toEqual(['2000-01-08', '2000-12-27'])
})

test('a holiday is on its days of every year, or of one', () => {
  const { catalog, add } = openWithRoot()
  const days = ['2023-12-31', '2024-01-01', '2024-01-02', '2024-03-31', '2024-12-25', '2025-04-20', '2025-12-26']
  const ids = add(...days.map((day) => `${day}.jpg`))
  for (const [at, day] of days.entries()) save(catalog, ids[at]!, { takenAt: `${day}T10:00:00` }, 500, 500)
  const found = (text: string) => find(catalog, { text }).map((id) => days[ids.indexOf(id)])
  expect(found('date:"new year\'s eve"').toSorted()).toEqual(['2023-12-31', '2024-01-01'])
  expect(found('date:"new year 2024"').toSorted()).toEqual(['2023-12-31', '2024-01-01'])
  expect(found('date:"new year 2025"')).toEqual([])
  expect(found('date:easter').toSorted()).toEqual(['2024-03-31', '2025-04-20'])
  expect(found('date:christmas').toSorted()).toEqual(['2024-12-25', '2025-12-26'])
  expect(found('date:"christmas 2024"')).toEqual(['2024-12-25'])
})

test('each field finds its values', () => {
  const { found } = openThree()
  const searches: Record<string, string> = {
    'camera:canon': 'c',
    'camera:r5': 'c',
    'camera:"canon r5"': 'c',
    'camera="canon eos"': '',
    'camera="Canon EOS R5"': 'c',
    'camera:x-t5': 'f',
    'camera:fuji': 'f',
    'lens:24-70': 'c',
    'lens:f2.8': 'c',
    'iso:51200': 'c',
    'iso>=125': 'cf',
    'iso:100-200': 'f',
    '-iso>0': 'p',
    'f:2.8': 'c',
    'f<2': 'f',
    'aperture:f/1.4': 'f',
    'focal:24-70': 'c',
    'focal:23mm': 'f',
    'exposure:1/250': 'c',
    'exposure<=1/250': 'c',
    'exposure>1': 'f',
    'rating:4': 'f',
    'rating>=3': 'f',
    'rating:0': 'cp',
    'label:red': 'f',
    'label:none': 'cp',
    'flag:picked': 'c',
    'flag:rejected': 'p',
    'flag:none': 'f',
    'flag:picked,none': 'cf',
    'tag:cat': 'f',
    'tag:vienna': 'f',
    'tag=vienna': '',
    'tag=places/austria/vienna': 'f',
    'folder:rome': 'c',
    'folder:trip': 'f',
    'folder:2023/vienna': 'f',
    'folder:2023/trip': '',
    'folder="2023/vienna trip"': 'f',
    'folder="/photos/2024"': 'c',
    'folder:photos': 'cfp',
    'name:p_20': 'p',
    'place:ital': 'c',
    'place="rome italy"': 'c',
    'caption:sun': 'c',
    'faces:0': 'cfp',
    'color:red': 'f',
    'color:red*50': '',
    'color:red+blue': '',
    'color:blue,red': 'f',
    'type:raw': 'c',
    'type:cr3': 'c',
    'type:jpg': 'f',
    'type:raw,png': 'cp',
    'orientation:portrait': 'f',
    'orientation:landscape,square': 'cp',
    'megapixels:24': 'f',
    'mp>40': 'c',
    'size<1001': 'c',
    'date:2024': 'c',
    'date:june 2024': 'c',
    'date:june': 'c',
    'date<2024': 'f',
    'date:yesterday': 'f',
    'date:last 2 weeks': 'f',
    'date:autumn 2023': 'f',
    'is:undated': 'p',
    'is:picked': 'c',
    'is:rejected': 'p',
    'is:private': 'f',
    'is:sensitive': 'c',
    'is:private,sensitive': 'cf',
    '-is:private -is:sensitive': 'p',
    'is:rated': 'f',
    'is:labelled': 'f',
    'is:tagged': 'f',
    'is:analysed': 'f',
    'is:pending': 'cp',
    'is:video': '',
    '2024': 'cp',
    '2024 -date:2024': 'p',
    'june 2024': 'c',
    yesterday: 'f',
    'rome OR dog': 'cf',
    '-cat': 'cp',
    'rome cat': '',
    '"over the forum"': 'c',
    'iso:fast': '',
    'nothing:here': '',
    'iso:': 'cfp',
    '&': 'cfp',
    'cat &': 'f',
  }
  expect(Object.fromEntries(Object.keys(searches).map((text) => [text, found(text)]))).toEqual(searches)
})

test('fields follow changes', () => {
  const { catalog, plain, found } = openThree()
  expect(found('camera:x-t5')).toBe('f')
  save(catalog, plain, { cameraModel: 'X-T5', iso: 125, takenAt: '2023-11-14T00:00:00' }, 100, 900)
  expect([found('camera:x-t5'), found('iso:125'), found('is:undated'), found('orientation:panorama')]).toEqual([
    'fp',
    'fp',
    '',
    'p',
  ])
})

test('a term is explained, and one without results is named', () => {
  const { catalog } = openThree()
  const { total, terms, problems } = catalog.search.explain({ text: '2024 -iso>100 camera:leica june 2024 xyzzy' })
  expect(total).toBe(0)
  expect(terms.map(({ text, field, isNegated, count }) => [text, field, isNegated, count])).toEqual([
    ['2024', null, false, 2],
    ['iso>100', 'iso', true, 2],
    ['camera:leica', 'camera', false, 0],
    ['june 2024', null, false, 1],
    ['xyzzy', null, false, 0],
  ])
  expect(
    terms.slice(0, 2).flatMap(({ parts }) => parts.map(({ meaning, count }) => [inEnglish(meaning), count])),
  ).toEqual([
    ['taken from 2024-01-01 to 2024-12-31', 1],
    ['“2024” in names, texts, folders, places or tags', 1],
    ['iso> 100', 2],
  ])
  const meaningOf = (text: string) => inEnglish(catalog.search.explain({ text }).terms[0]?.parts[0]?.meaning)
  expect(['14 november 2023', '..2023', '2023..'].map(meaningOf)).toEqual([
    'taken on 2023-11-14',
    'taken until 2023-12-31',
    'taken since 2023-01-01',
  ])
  expect(meaningOf('on this day')).toMatch(/^taken in any year, on \d\d-\d\d \(month-day\)$/)
  expect(problems.map(({ code, text }) => [code, text])).toEqual([
    ['no-match', 'camera:leica'],
    ['no-match', 'xyzzy'],
  ])
  const [uncolored] = catalog.search.explain({ text: 'color:#123456' }).problems
  expect(inEnglish(uncolored?.message)).toBe('No photo has as much of these colours, or as near.')
  // Excluding a value that no photo has is fine, unless it may be a misspelled name.
  const reported = catalog.search.explain({ text: '-is:missing -rating:5 -camera:leica -xyzzy' }).problems
  expect(reported.map(({ text }) => text)).toEqual(['camera:leica', 'xyzzy'])
  expect(catalog.search.explain({ text: 'rating:4', statuses: ['pending'] }).terms[0]?.count).toBe(0)
})

test('an alternative without results is named only if the others have none either', () => {
  const { catalog, found } = openThree()
  const named = (text: string) => catalog.search.explain({ text }).problems.map((problem) => problem.text)
  expect(found('camera:leica OR camera:canon')).toBe('c')
  expect(named('camera:leica OR camera:canon')).toEqual([])
  expect(named('-(camera:leica OR camera:canon)')).toEqual([])
  expect(named('camera:leica OR camera:pentax')).toEqual(['camera:leica', 'camera:pentax'])
  // Invalid terms are still reported, and so is one beside the alternatives.
  expect(named('rating:x OR camera:canon')).toEqual(['rating:x'])
  expect(named('(camera:leica OR camera:canon) xyzzy')).toEqual(['xyzzy'])
})

test('eyes are closed, open, or neither if it is uncertain', () => {
  const { catalog, add } = openWithRoot()
  catalog.analysis.setSteps([{ name: 'sharpness', fingerprint: '1' }])
  const opennesses = [[0.9], [0.9, 0.2], [0.9, 0.5], [null], [], [null, 0.7]] as const
  const ids = add(...opennesses.map((_, at) => `${at}.jpg`))
  const exposure = { shadows: 0, highlights: 0, middle: 0.5 }
  const measure = (id: number, values: readonly (number | null)[]) => {
    const box = { x1: 0, y1: 0, x2: 10, y2: 10 }
    const faces = values.map((openness) => ({
      box,
      face: 50,
      eyes: 50,
      expression: { openness, smile: null, away: null },
    }))
    saveFound(catalog, id, { sharpness: { subject: 50, faces, exposure } }, ['sharpness'])
  }
  const found = (text: string) =>
    find(catalog, { text })
      .map((id) => ids.indexOf(id))
      .toSorted((a, b) => a - b)
  expect([found('eyes:closed'), found('eyes:open')]).toEqual([[], []])
  for (const [at, values] of opennesses.entries()) measure(ids[at]!, values)
  expect([found('eyes:closed'), found('eyes:open')]).toEqual([[1], [0, 5]])
  expect([found('-eyes:closed'), found('eyes:closed,open')]).toEqual([
    [0, 2, 3, 4, 5],
    [0, 1, 5],
  ])
  expect(catalog.search.facets({}).eyes).toEqual([
    { eyes: 'closed', count: 1 },
    { eyes: 'open', count: 2 },
  ])
  measure(ids[1]!, [0.9])
  expect([found('eyes:closed'), catalog.search.facets({}).eyes]).toEqual([[], [{ eyes: 'open', count: 3 }]])
  const [problem] = catalog.search.explain({ text: 'eyes:shut' }).problems
  expect(problem?.code).toBe('bad-value')
})

test('fields and their values are completed', () => {
  const { catalog } = openThree()
  const complete = (text: string, field: string | null = null) =>
    catalog.search
      .complete(text, field, 20)
      .map(({ value, count, isField }) => (isField ? `${value}:` : `${value} ${count}`))
  expect(complete('cam')).toEqual(['camera:'])
  expect(complete('ca')).toEqual(['camera:', 'category:', 'caption:', 'Canon EOS R5 1', 'cat 1'])
  expect(complete('', 'camera')).toEqual(['Canon EOS R5 1', 'FUJIFILM X-T5 1'])
  expect(complete('x-t', 'camera')).toEqual(['FUJIFILM X-T5 1'])
  expect(complete('', 'label')).toEqual(['Red 1'])
  expect(complete('ro', 'folder')).toEqual(['photos/2024/Rome 1'])
  expect(complete('', 'flag')).toEqual(['picked 1', 'rejected 1', 'none 1'])
  expect(complete('', 'is')).toContain('undated 1')
  expect(complete('', 'type')).toEqual(['jpeg 1', 'png 1', 'raw 1'])
  expect(complete('x', 'unknown')).toEqual([])
})

test('counts are those of the results of the other terms', () => {
  const { catalog } = openThree()
  const facets = catalog.search.facets({ text: 'camera:canon' })
  expect(facets).toMatchObject({
    total: 1,
    cameras: [
      { camera: 'Canon EOS R5', count: 1 },
      { camera: 'FUJIFILM X-T5', count: 1 },
    ],
    lenses: [{ lens: 'RF 24-70mm F2.8 L IS USM', count: 1 }],
    years: [{ year: 2024, count: 1 }],
    statuses: [{ status: 'pending', count: 1 }],
    types: [{ type: 'raw', count: 1 }],
    orientations: [{ orientation: 'landscape', count: 1 }],
    tags: [],
  })
  expect(catalog.search.facets({ text: 'date:2023', ratingFrom: 4 })).toMatchObject({
    total: 1,
    years: [{ year: 2023, count: 1 }],
    ratings: [{ rating: 4, count: 1 }],
  })
  expect(catalog.search.facets({ ratingFrom: 4, text: 'is:rated camera:fuji' }).ratings).toEqual([
    { rating: 4, count: 1 },
  ])
  // A word of `is:` combines with a choice of the panel: contradictory ones count none.
  expect(catalog.search.facets({ text: 'date:2023' })).toMatchObject({ total: 1, undated: 0 })
  expect(catalog.search.facets({ text: 'is:undated' })).toMatchObject({ total: 1, undated: 1, years: [] })
  expect(catalog.search.facets({ text: 'is:rated' }).ratings.map(({ rating }) => rating)).not.toContain(0)
  for (const choice of [{ statuses: ['ready' as const] }, { text: 'is:analysed' }, { text: 'is:ANA' }])
    expect(catalog.search.facets(choice).statuses).toEqual([
      { status: 'pending', count: 2 },
      { status: 'ready', count: 1 },
    ])
})

test('every sensitivity that a file can state is found by its number', () => {
  const { catalog, add } = openWithRoot()
  const values = [32_767, 32_768, 36_049, 40_637, 51_200, 65_535, 102_400, 409_600, 3_276_800]
  const ids = add(...values.map((iso) => `${iso}.jpg`))
  for (const [at, iso] of values.entries()) save(catalog, ids[at]!, { iso }, 3, 2)
  for (const [at, iso] of values.entries()) {
    expect(find(catalog, { text: `iso:${iso}` }), `${iso}`).toContain(ids[at])
    expect(find(catalog, { text: `iso>=${iso}` }), `${iso}`).toContain(ids[at])
    expect(find(catalog, { text: `iso<=${iso}` }), `${iso}`).toContain(ids[at])
    expect(find(catalog, { text: `iso:${iso}` }).length, `${iso}`).toBeLessThanOrEqual(2)
  }
})

test('what fits by half is found however its name is written', () => {
  const { found } = openThree()
  for (const most of ['most', 'Most', 'mos']) expect(found(`camera:canon rating:5 fits:${most}`)).toBe('c')
  expect(found('camera:canon rating:5 fits:all')).toBe('')
})

test('private, sensitive and undated photos are counted, but not while they are hidden', () => {
  const { catalog, found } = openThree()
  const marks = () => {
    const { undated, sensitive, private: isPrivate } = catalog.search.facets({})
    return { undated, sensitive, private: isPrivate }
  }
  expect(marks()).toEqual({ undated: 1, sensitive: 1, private: 1 })
  expect(catalog.search.facets({ text: 'is:private' })).toMatchObject({ total: 1, private: 1, sensitive: 0 })
  catalog.search.conceal({ private: true, sensitive: true, withoutVerdict: false })
  expect(marks()).toEqual({ undated: 1, sensitive: 0, private: 0 })
  expect(found('is:private,sensitive')).toBe('')
  expect(catalog.search.complete('', 'is', 20).map(({ value }) => value)).not.toContain('private')
})
