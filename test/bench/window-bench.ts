import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright'
import { browserProgram, demandBuilt } from '../e2e/find-programs.ts'
import { Figures } from './million/figures.ts'
import { withLargeLibrary, type LargeLibrary } from './million/open-library.ts'
import { givePictures } from './window/give-pictures.ts'
import { quantile, traceMainThread, type PerFrame } from './window/main-thread.ts'
import { type Held, liveThroughHour } from './window/hour.ts'
import { scroll, timeFirstScreen, timeJump, timeKey, timeSearch } from './window/measure-page.ts'

/**
 * The window over a large library in a real browser: `npm run bench:window -- [--photos N] [--library DIR] [--hour]`. Pictures
 * of the grid come from the library, those of the photo view from files of 24 megapixels.
 */
const USUAL_PHOTOS = 100_000
const JUMPS = 20
/** So many that the slowest of twenty says something. */
const STEPS = { preview: 40, full: 10 } as const
/** A person looks at a photo for so long at least, while the next one is made ready. */
const LOOK_MS = 1200
/** What 60 frames a second leave for one. */
const FRAME_MS = 16.7
const SPEEDS = [1500, 6000, 30_000] as const
/** Each leaves another number of photos. */
const WORDS = ['word1499', 'img_00001', 'word1201', 'img_000002', 'canon word733'] as const

const jumpTo = (page: Page, jump: number): Promise<number> => timeJump(page, ((jump * 7919) % 1000) / 1000)

async function measureJumps(browser: Browser, page: Page, figures: Figures): Promise<void> {
  const jumps: number[] = []
  for (let jump = 0; jump < JUMPS; jump++) jumps.push(await jumpTo(page, jump))
  figures.put('jump until all pictures are there, median', quantile(jumps, 0.5), { limit: 150, unit: 'ms' })
  figures.put('jump until all pictures are there, 95 %', quantile(jumps, 0.95), { limit: 300, unit: 'ms' })
  const { computing, computedMs } = await traceMainThread(browser, page, async () => {
    for (let jump = JUMPS; jump < 2 * JUMPS; jump++) await jumpTo(page, jump)
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
  figures.put('key to result, median', quantile(times, 0.5), { limit: 100, unit: 'ms' })
  await timeSearch(page, '')
}

async function measurePhotos(page: Page, figures: Figures): Promise<void> {
  await timeJump(page, 0)
  await page.locator('[role="gridcell"]').first().dblclick()
  await page.locator('.pictures:not(.is-ahead) .picture.is-shown img[src*="/preview?"]').waitFor()
  const next = async (kind: keyof typeof STEPS) => {
    const times: number[] = []
    for (let step = 0; step < STEPS[kind]; step++) {
      await setTimeout(LOOK_MS)
      times.push(await timeKey(page, 'ArrowRight', kind, true))
    }
    return times
  }
  const previews = await next('preview')
  const median = `median ${quantile(previews, 0.5).toFixed(0)} ms`
  figures.put('next photo, 95 %', quantile(previews, 0.95), { limit: 50, unit: 'ms', note: median })
  figures.put('24 megapixels at 1:1', await timeKey(page, 'z', 'full', false), { limit: 400, unit: 'ms' })
  const full = await next('full')
  figures.put('next photo at 1:1, median', quantile(full, 0.5), { limit: 100, unit: 'ms' })
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
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    figures.put('first screen, first opening', await timeFirstScreen(page, address), { unit: 'ms' })
    const home = new URL('/', address).href
    figures.put('first screen', await timeFirstScreen(page, home), { limit: 1500, unit: 'ms' })
    await measureJumps(browser, page, figures)
    await measureScrolling(browser, page, figures)
    await measureSearch(page, figures)
    await measurePhotos(page, figures)
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
await withLargeLibrary(measure, USUAL_PHOTOS)
