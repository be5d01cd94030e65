import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright'
import { browserProgram, demandBuilt } from '../e2e/find-programs.ts'
import { Figures } from './million/figures.ts'
import { withLargeLibrary, type LargeLibrary } from './million/open-library.ts'
import { compareWith } from './window/against.ts'
import { serveBarePages, type Shown } from './window/bare-page.ts'
import { givePictures } from './window/give-pictures.ts'
import { quantile, traceMainThread, type PerFrame } from './window/main-thread.ts'
import { type Held, liveThroughHour } from './window/hour.ts'
import { scroll, timeFirstScreen, timeJump, timeKey, timeSearch, watchFirstScreen } from './window/measure-page.ts'

/**
 * The window over a large library in a real browser: `npm run bench:window -- [--photos N] [--library DIR] [--hour]
 * [--against REV]`. Pictures of the grid come from the library, those of the photo view from files of 24 megapixels.
 * Figures that depend on the machine are also measured on a bare page with the same pictures, and judged by the ratio.
 * `--against` measures another revision and this one in turn.
 */
const USUAL_PHOTOS = 100_000
/** Openings of the first screen: the middle one counts. */
const OPENINGS = 5
/** The allowed multiple of a bare page's figure, and how much later than a bare page the first screen may be there. */
const MAX_RATIO = 1.5
const MAX_BEYOND_BARE_MS = 300
const JUMPS = 20
/** Enough for the slowest of twenty to mean something. */
const STEPS = { preview: 40, full: 10 } as const
/** A person views a photo for at least this long, while the next one is prepared. */
const POLL_MS = 1200
/** A person sees a place before the next jump. Jumps that follow each other within 80 ms count as a flight. */
const PLACE_MS = 500
/** The time of one frame at 60 a second. */
const FRAME_MS = 16.7
const viewport = { width: 1440, height: 900 }
const SPEEDS = [1500, 6000, 30_000] as const
/** Each leaves another number of photos. */
const WORDS = ['word1499', 'img_00001', 'word1201', 'img_000002', 'canon word733'] as const

const median = (values: readonly number[]): number => quantile(values, 0.5)

const jump = (page: Page, number: number): Promise<number> => timeJump(page, ((number * 7919) % 1000) / 1000)

async function timeJumps(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let number = 0; number < JUMPS; number++) {
    await setTimeout(PLACE_MS)
    times.push(await jump(page, number))
  }
  return times
}

async function timeOpenings(page: Page, address: string): Promise<number[]> {
  const times: number[] = []
  for (let opening = 0; opening < OPENINGS; opening++) times.push(await timeFirstScreen(page, address))
  return times
}

/** Views photos one after another, each for a while, and resolves to the time of each step. */
async function timeSteps(page: Page, kind: keyof typeof STEPS): Promise<number[]> {
  const times: number[] = []
  for (let step = 0; step < STEPS[kind]; step++) {
    await setTimeout(POLL_MS)
    times.push(await timeKey(page, 'ArrowRight', kind, true))
  }
  return times
}

async function traceJumps(browser: Browser, page: Page, figures: Figures): Promise<void> {
  const { computing, computedMs } = await traceMainThread(browser, page, async () => {
    for (let number = JUMPS; number < 2 * JUMPS; number++) await jump(page, number)
  })
  const note = `worst frame ${computing.worstMs.toFixed(0)} ms`
  figures.put('jump: the main thread computes, mean', computedMs / JUMPS, { limit: 150, unit: 'ms', note })
}

async function measureScrolling(browser: Browser, page: Page, figures: Figures): Promise<void> {
  for (const speed of SPEEDS) {
    await timeJump(page, 0.2)
    let rate = 0
    const { computing, busy } = await traceMainThread(browser, page, async () => {
      rate = await scroll(page, speed, 4)
    })
    const name = `scroll at ${speed.toLocaleString('en')} px/s`
    const tell = ({ meanMs, worstMs }: PerFrame) => `mean ${meanMs.toFixed(1)} ms, worst ${worstMs.toFixed(0)} ms`
    const options = { limit: FRAME_MS, unit: 'ms' }
    figures.put(`${name}: computing in a frame, 95 %`, computing.mostMs, { ...options, note: tell(computing) })
    const note = `${tell(busy)}, ${rate.toFixed(0)} frames/s`
    figures.put(`${name}: with waits for a core, 95 %`, busy.mostMs, { ...options, note })
  }
}

async function measureSearch(page: Page, figures: Figures): Promise<void> {
  const times: number[] = []
  for (const word of WORDS) {
    times.push(await timeSearch(page, word))
    await setTimeout(500)
  }
  figures.put('key to result, median', median(times), { limit: 100, unit: 'ms' })
  await timeSearch(page, '')
}

/** Figures also measured on a bare page, in milliseconds. */
type Times = { openings: number[]; jumps: number[]; steps: number[] }

const SHOWN_PREVIEW = '.pictures:not(.is-ahead) .picture.is-shown img[src*="/preview?"]'

/** Opens the newest photo; the result collects the addresses of all previews loaded from now on. */
async function openFirstPhoto(page: Page): Promise<string[]> {
  const previews: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/preview?')) previews.push(request.url())
  })
  await timeJump(page, 0)
  await page.locator('[role="gridcell"]').first().dblclick()
  await page.locator(SHOWN_PREVIEW).waitFor()
  return previews
}

async function measureActualPixels(page: Page, figures: Figures): Promise<void> {
  figures.put('24 megapixels at 1:1', await timeKey(page, 'z', 'full', false), { limit: 400, unit: 'ms' })
  figures.put('next photo at 1:1, median', median(await timeSteps(page, 'full')), { limit: 100, unit: 'ms' })
}

const tileOf = (page: Page): Promise<{ width: number; height: number }> =>
  page.evaluate(`(() => {
    const { width, height } = document.querySelector('[role="gridcell"]').getBoundingClientRect()
    return { width, height }
  })()`)

/** The same on a page that does nothing but show the pictures, with an empty cache. */
async function timeBarePage(browser: Browser, home: string, shown: Shown, previews: string[]): Promise<Times> {
  const page = await browser.newPage({ viewport })
  await watchFirstScreen(page)
  const pictures = new URL(previews[0]!).href.replace(/\/photo\/.*$/, '')
  await serveBarePages(page, pictures, shown, previews)
  const openings = await timeOpenings(page, new URL('/bare-list', home).href)
  const jumps = await timeJumps(page)
  await page.goto(new URL('/bare-photo', home).href)
  await page.locator(SHOWN_PREVIEW).waitFor()
  const steps = await timeSteps(page, 'preview')
  await page.close()
  return { openings, jumps, steps }
}

/** Prints the window's figures, and judges their ratios to those of a bare page. */
function compareWithBare(figures: Figures, window: Times, bare: Times): void {
  figures.put('first screen', median(window.openings), { unit: 'ms' })
  const beyond = median(window.openings) - median(bare.openings)
  figures.put('first screen, beyond a bare page', beyond, { limit: MAX_BEYOND_BARE_MS, unit: 'ms' })
  const put = (name: string, share: number, ours: readonly number[], theirs: readonly number[]) => {
    const [time, bareTime] = [quantile(ours, share), quantile(theirs, share)]
    figures.put(name, time, { unit: 'ms' })
    const note = `bare ${bareTime.toFixed(0)} ms`
    figures.put(`${name}: beside a bare page`, time / bareTime, { limit: MAX_RATIO, unit: 'times', note })
  }
  put('jump until all pictures are there, median', 0.5, window.jumps, bare.jumps)
  put('jump until all pictures are there, 95 %', 0.95, window.jumps, bare.jumps)
  put('next photo, median', 0.5, window.steps, bare.steps)
  put('next photo, 95 %', 0.95, window.steps, bare.steps)
}

async function measureHour(page: Page, figures: Figures): Promise<void> {
  await page.goto(new URL('/', page.url()).href)
  const { before, after } = await liveThroughHour(page)
  const put = (name: string, key: keyof Held, unit: string) =>
    figures.put(`${name} after an hour of actions`, after[key], { unit, note: `before ${before[key].toFixed(0)}` })
  put('heap', 'heapMB', 'MB')
  put('nodes of the page', 'nodes', '')
  put('listeners', 'listeners', '')
}

async function measure(library: LargeLibrary): Promise<void> {
  await givePictures(library)
  const child = fork(join(import.meta.dirname, 'window-child.ts'), [library.libraryDir], { execArgv: [] })
  const browser = await chromium.launch({ executablePath: browserProgram!, args: ['--no-sandbox', '--disable-gpu'] })
  const figures = new Figures()
  try {
    const [address] = (await once(child, 'message')) as [string]
    const page = await browser.newPage({ viewport })
    await watchFirstScreen(page)
    figures.put('first screen, first opening', await timeFirstScreen(page, address), { unit: 'ms' })
    const home = new URL('/', address).href
    const openings = await timeOpenings(page, home)
    const tile = await tileOf(page)
    const jumps = await timeJumps(page)
    await traceJumps(browser, page, figures)
    await measureScrolling(browser, page, figures)
    await measureSearch(page, figures)
    const previews = await openFirstPhoto(page)
    const steps = await timeSteps(page, 'preview')
    const stepped = [...previews]
    // Before the bare page: the decoding process ends after a minute without work, and would have to start again.
    await measureActualPixels(page, figures)
    const bare = await timeBarePage(browser, home, { photos: library.photos, tile }, stepped)
    compareWithBare(figures, { openings, jumps, steps }, bare)
    if (process.argv.includes('--hour')) await measureHour(page, figures)
  } finally {
    await browser.close()
    child.send('close')
    await once(child, 'exit')
  }
  figures.end()
}

demandBuilt()
if (!browserProgram) throw new Error('No Chromium was found: install one, or name it in LUMAFOLD_CHROMIUM.')
const at = process.argv.indexOf('--against')
if (at >= 0) await compareWith(process.argv[at + 1])
else await withLargeLibrary(measure, USUAL_PHOTOS)
