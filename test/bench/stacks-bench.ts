import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyMetadata } from '../../src-main/contract/library/empty-metadata.ts'
import { openCatalog } from '../../src-main/library/catalog/open-catalog.ts'

type OpenCatalog = ReturnType<typeof openCatalog>

/**
 * Finds and folds the stacks of photos in bursts of five: `node test/bench/stacks-bench.ts [--photos N]`. Prints one
 * line per measurement; nothing is kept.
 */
const CHUNK = 2000
const BURST = 5
/** A second between frames, and a minute between bursts. */
const [FRAME_MS, BURST_MS] = [1000, 60_000]
/** Photos whose stacks the program finds at a time, as `library/stacks` does. */
const PIECE = 200
const sort = { by: 'takenAt', order: 'desc' } as const
/** The longest that a window may wait, in milliseconds. */
const LIMIT_MS = 100

/** The duration of work, and its computing time: other programs may have the processor meanwhile. */
type Took = { ms: number; computing: number }

function timed(work: () => unknown): Took {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  work()
  const { user, system } = process.cpuUsage(cpu)
  return { ms: performance.now() - start, computing: (user + system) / 1000 }
}

const write = (name: string, value: string) => process.stdout.write(`  ${name.padEnd(46)}${value}\n`)
const rounded = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const written = ({ ms, computing }: Took) => `${rounded(ms)} ms, ${rounded(computing)} ms computing`
const withLimit = (took: Took) =>
  `${written(took)} (limit ${LIMIT_MS} ms computing) ${took.computing <= LIMIT_MS ? 'PASS' : 'FAIL'}`
const byComputing = (all: readonly Took[]) => all.toSorted((a, b) => a.computing - b.computing)

function fill(catalog: OpenCatalog, photos: number): number[] {
  const root = catalog.folders.addRoot(join(tmpdir(), 'bench-stacks'))
  catalog.analysis.setSteps([{ name: 'sharpness', fingerprint: 'v1' }])
  const all: number[] = []
  for (let from = 0; from < photos; from += CHUNK) {
    const folderId = catalog.folders.ensure(root.id, `Day ${from / CHUNK}`)
    const files = Array.from({ length: Math.min(CHUNK, photos - from) }, (_, at) => ({
      folderId,
      name: `IMG_${from + at}.jpg`,
      bytes: 1e7 + at,
      modifiedMs: 1.7e12,
      fileKey: `1:${from + at}`,
    }))
    const ids = catalog.files.add(files)
    catalog.files.saveMetadata(ids.map((id, at) => ({ id, width: 6000, height: 4000, metadata: shotAt(from + at) })))
    for (const id of ids) saveSharpness(catalog, id)
    all.push(...ids)
  }
  return all
}

const shotAt = (at: number) => ({
  ...emptyMetadata(),
  takenAt: new Date(1.4e12 + Math.floor(at / BURST) * BURST_MS + (at % BURST) * FRAME_MS).toISOString().slice(0, 19),
  cameraModel: 'X-T5',
})

function saveSharpness(catalog: OpenCatalog, id: number): void {
  const exposure = { shadows: 0, highlights: 0, middle: 0.4 }
  const face = { box: { x1: 0, y1: 0, x2: 400, y2: 400 }, face: (id * 37) % 101, eyes: (id * 53) % 101 }
  const sharpness = { subject: (id * 71) % 101, faces: [face, face], exposure }
  catalog.analysis.saveOutcome(id, ['sharpness'], { ok: true, findings: { sharpness }, warnings: [] })
}

function arrangeAll(catalog: OpenCatalog): void {
  const pieces: Took[] = []
  while (catalog.stacks.hasDue()) pieces.push(timed(() => catalog.stacks.arrange(PIECE)))
  const sum = (of: (took: Took) => number) => pieces.reduce((total, each) => total + of(each), 0)
  write('finding all stacks', written({ ms: sum(({ ms }) => ms), computing: sum(({ computing }) => computing) }))
  const sorted = byComputing(pieces)
  write(`${PIECE} photos of them, median`, written(sorted[sorted.length >> 1]!))
  write(`${PIECE} photos of them, longest`, withLimit(sorted.at(-1)!))
}

/** Each run follows a change, so that no cached answer is used. */
function timeFresh(catalog: OpenCatalog, id: number, work: () => unknown): Took {
  const runs = Array.from({ length: 9 }, (_, turn) => {
    catalog.changes.apply({ kind: 'rate', ids: [id], rating: turn % 2 })
    catalog.analysis.counts() // applies the change
    return timed(work)
  })
  return byComputing(runs)[runs.length >> 1]!
}

function measure(catalog: OpenCatalog, ids: readonly number[]): void {
  const [first = 1] = ids
  const query = { filter: {}, sort }
  const stacks = catalog.photos.tiles(ids.slice(0, 1000)).flatMap(({ stack }) => stack ?? [])
  const open = [...new Set(stacks)].slice(0, 200)
  const page = (list: Uint32Array) => catalog.photos.tiles([...list.subarray(5000, 5100)])
  const fresh = (name: string, work: () => unknown) => write(name, withLimit(timeFresh(catalog, first, work)))
  write('the index, and the first folded list', written(timed(() => catalog.search.fold(query, { open: [] }))))
  const shown = catalog.search.fold(query, { open: [] })
  write('folded', `${ids.length.toLocaleString('en')} photos to ${shown.ids.length.toLocaleString('en')}`)
  fresh('the whole library without folding, a page', () => page(Uint32Array.from(catalog.search.run(query))))
  fresh('folded, a page', () => page(catalog.search.fold(query, { open: [] }).ids))
  fresh('folded with 200 open stacks, a page', () => page(catalog.search.fold(query, { open }).ids))
  fresh('days of the folded list', () => catalog.search.days({}, 'desc', { open: [] }))
  fresh('one stack with its suggested frame', () => catalog.stacks.look(open[0] ?? 0, (all) => all))
  fresh('200 stacks with their suggested frames', () => open.map((stack) => catalog.stacks.look(stack, (all) => all)))
  fresh('the frames of 200 stacks', () => catalog.stacks.framesOf(ids.slice(0, 1000)))
}

const at = process.argv.indexOf('--photos')
const photos = at > 0 ? Number(process.argv[at + 1]) : 100_000
const folder = mkdtempSync(join(tmpdir(), 'stacks-bench-'))
try {
  const catalog = openCatalog(folder)
  const ids = fill(catalog, photos)
  arrangeAll(catalog)
  measure(catalog, ids)
  catalog.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
