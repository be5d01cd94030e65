import { setTimeout } from 'node:timers/promises'
import { stepNames } from '../../../src-main/analysis/photo/findings.ts'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import type { OpenLibrary } from '../../../src-main/library/library.ts'
import { type Figures, timed } from './figures.ts'
import { measureMany, PAGE } from './measure.ts'
import type { LargeLibrary } from './open-library.ts'

const RUNS = 60
/** Between two pages of a scrolling window. */
const SCROLL_MS = 40

/** A mark, while the window requests the pages it scrolls over. */
export async function measureMarks(figures: Figures, { calls }: OpenLibrary): Promise<void> {
  const state = { isDone: false, offset: 0 }
  const scrolling = (async () => {
    for (; !state.isDone; state.offset += PAGE) {
      await calls.photos.list({ offset: state.offset, limit: PAGE })
      await setTimeout(SCROLL_MS)
    }
  })()
  const before = () => setTimeout(7)
  await measureMany(figures, { name: 'one rating while the window scrolls', limit: 5, runs: RUNS, before }, (turn) =>
    calls.photos.rate({ ids: [5000 + turn], rating: 1 + (turn % 5) }),
  )
  state.isDone = true
  await scrolling
}

/** Outcomes of an analysis as they arrive, while pages are requested. */
export async function measureOutcomes(figures: Figures, { libraryDir }: LargeLibrary): Promise<void> {
  const catalog = openCatalog(libraryDir)
  await catalog.search.prepare({ rest: true })
  const page = (turn: number) => {
    const sort = { by: 'takenAt', order: 'desc' } as const
    const { ids } = catalog.search.page({ filter: {}, sort }, turn * PAGE, PAGE)
    return catalog.photos.tiles(ids)
  }
  const tags = Array.from({ length: 20 }, (_, at) => `word${at * 75 + 1}`).map((name) => ({
    concept: name,
    name,
    confidence: 50,
    origin: 'objects' as const,
  }))
  const save = async (turn: number) =>
    catalog.analysis.saveOutcome(9000 + turn, [...stepNames], {
      ok: true,
      findings: { tags, faces: [], thumbnail: new Uint8Array(8000), placeholder: new Uint8Array(28) },
      warnings: [],
    })
  page(0)
  await measureMany(figures, { name: 'one saved outcome', limit: 5, runs: RUNS, before: page }, save)
  const pages: number[] = []
  for (let turn = 0; turn < RUNS; turn++) {
    await save(turn)
    pages.push((await timed(async () => page(turn))).ms)
  }
  pages.sort((a, b) => a - b)
  const name = '  the page that is asked for after it'
  figures.put(name, pages[Math.floor(RUNS * 0.9)]!, {
    limit: 20,
    unit: 'ms',
    note: `middle ${pages[RUNS / 2]!.toFixed(1)} ms`,
  })
  catalog.close()
}
