import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type Locator, type Page } from 'playwright'
import { browserProgram, demandBuilt } from '../e2e/find-programs.ts'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { makeSession, type Session } from './culling/make-session.ts'
import { JUDGING_MS } from './culling/pace.ts'
import { Figures } from './million/figures.ts'
import { photoPage } from './window/bare-page.ts'
import { quantile } from './window/main-thread.ts'

/**
 * A person culls a session's photos by the keyboard alone, in a real browser: photo by photo, and by bursts. Each time
 * the benchmark measures from the key to the frame that shows the next photo's preview, and compares it with a bare
 * page that swaps the same previews.
 */

const COUNT = Number(process.env['LUMAFOLD_BENCH_PHOTOS'] ?? 1000)
/** A busy machine takes many minutes for a thousand photos, so progress is printed this often. */
const REPORT_EVERY = 100
/** The design's requirement: per cent of the decisions, and milliseconds. */
const [MAX_DECISIONS, P95_LIMIT_MS] = [100 / 3, 40]
/** If the bare page itself takes that long, the allowed multiple of its figure, as in `bench:window`. */
const MAX_RATIO = 1.5
/** The time that a page may take for anything on a busy machine. */
const TIMEOUT_MS = 300_000
/** Swaps of the bare page. */
const SWAPS = 200
const PREVIEW = '.pictures:not(.is-ahead) .picture.is-shown img[src*="/preview?"]'
const viewport = { width: 1440, height: 900 }
const marks = ['Shift+P', 'Shift+X', 'Shift+Digit3', 'Shift+X', 'Shift+Digit6', 'Shift+X'] as const
/** The person's answers to pairs of frames: mostly the suggested one. */
const answers = ['y', 'y', 'n', 'y', 'y'] as const

/** Milliseconds from each key to the next photos, `each` at once, and the addresses of all loaded previews. */
type Waits = { what: string; each: number; ms: number[]; previews: string[] }
/** The costs of a session: choices of the person, keys for them, and waits. */
type Culled = { decisions: number; keys: number; seconds: number; waits: Waits[] }
/** Does something in the page while previews are collected. */
type Gather = (what: string, each: number, work: (ms: number[]) => Promise<void>) => Promise<Waits>

/**
 * Waits in the page for the next key, and then until the previews of `each` other photos are on the screen. Resolves to
 * the milliseconds from the key to the frame that shows them.
 */
const watchNext = ({ each, timeoutMs }: { each: number; timeoutMs: number }): Promise<number> =>
  new Promise((done, fail) => {
    const shown = () => [
      ...document.querySelectorAll<HTMLImageElement>(
        '.pictures:not(.is-ahead) .picture.is-shown img[src*="/preview?"]',
      ),
    ]
    const before = new Set(shown().map(({ src }) => src))
    const isNext = () => {
      const images = shown()
      return images.length === each && images.every(({ src, complete }) => complete && !before.has(src))
    }
    let began = 0
    const poll = (): void => {
      if (isNext()) return done(performance.now() - began)
      if (performance.now() - began > timeoutMs) return fail(new Error(`No next photo came: ${document.title}`))
      requestAnimationFrame(poll)
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Shift') return
      document.removeEventListener('keydown', onKey, true)
      began = performance.now()
      requestAnimationFrame(poll)
    }
    document.addEventListener('keydown', onKey, true)
  })

/** Reads what is on the screen, presses a key, and resolves to the milliseconds until the next photo. */
async function timeNext(page: Page, key: string, each: number): Promise<number> {
  await setTimeout(JUDGING_MS)
  const next = page.evaluate(watchNext, { each, timeoutMs: TIMEOUT_MS })
  // The listener is there once the page answers this.
  await page.evaluate(() => undefined)
  await page.keyboard.press(key)
  return next
}

function tell(count: number, of: string): void {
  if (count % REPORT_EVERY === 0) process.stdout.write(`  ${count} ${of}\n`)
}

const view = (page: Page) => page.getByRole('region', { name: 'Photo', exact: true })
const tiles = (page: Page) => page.getByRole('grid', { name: 'Photos', exact: true }).getByRole('gridcell')

/** Each photo gets a mark, which leads to the next one. */
async function cullPhotos(page: Page, gather: Gather): Promise<Omit<Culled, 'seconds'>> {
  await tiles(page).first().dblclick()
  await view(page).locator(PREVIEW).first().waitFor()
  const waits = await gather('next photo', 1, async (ms) => {
    for (let at = 0; at < COUNT - 1; at++) {
      ms.push(await timeNext(page, marks[at % marks.length]!, 1))
      tell(at + 1, 'photos')
    }
  })
  await page.keyboard.press('x')
  return { decisions: COUNT, keys: COUNT, waits: [waits] }
}

/** Every burst gets an answer, the most doubtful first; the other photos get marks, one by one. */
async function cullBursts(page: Page, gather: Gather): Promise<Omit<Culled, 'seconds'>> {
  await tiles(page).first().waitFor()
  await page.keyboard.press('Alt+y')
  const review = page.getByRole('region', { name: 'Best frames' })
  const bursts = await numberIn(review.getByRole('status').getByText(/^Burst 1 of /), /of ([\d,]+)/)
  await review.locator(PREVIEW).nth(1).waitFor()
  const pairs = await gather('next pair of a burst', 2, async (ms) => {
    for (let at = 0; at < bursts - 1; at++) {
      ms.push(await timeNext(page, answers[at % answers.length]!, 2))
      tell(at + 1, 'bursts')
    }
  })
  await page.keyboard.press('y')
  await page.keyboard.press('Enter')
  const progress = page.getByRole('complementary', { name: 'Progress of the choice' })
  const left = await numberIn(progress.getByText(/ to go$/), /([\d,]+) to go$/)
  await tiles(page).first().click()
  await page.keyboard.press('.')
  await page.keyboard.press('Enter')
  await view(page).locator(PREVIEW).first().waitFor()
  const photos = await gather('next photo without a flag', 1, async (ms) => {
    for (let at = 0; at < left - 1; at++) {
      await setTimeout(JUDGING_MS)
      await page.keyboard.press(at % 2 === 0 ? 'p' : 'x')
      ms.push(await timeNext(page, '.', 1))
    }
  })
  await page.keyboard.press('x')
  return { decisions: bursts + left, keys: 2 + bursts + 2 * left, waits: [pairs, photos] }
}

async function numberIn(words: Locator, pattern: RegExp): Promise<number> {
  const text = await words.first().innerText()
  return Number(pattern.exec(text)![1]!.replace(',', ''))
}

/** Swaps the same previews on a page that does nothing else. */
async function timeBare(page: Page, { each, previews }: Waits): Promise<number[]> {
  await page.route('**/bare-photo', (route) =>
    route.fulfill({ contentType: 'text/html', body: photoPage(previews, each) }),
  )
  await page.goto(new URL('/bare-photo', previews[0]).href)
  await page
    .locator(PREVIEW)
    .nth(each - 1)
    .waitFor()
  const ms: number[] = []
  const swaps = Math.min(SWAPS, Math.floor(new Set(previews).size / each) - 1)
  while (ms.length < swaps) ms.push(await timeNext(page, 'ArrowRight', each))
  return ms
}

async function openPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'en-GB', reducedMotion: 'reduce' })
  page.setDefaultTimeout(TIMEOUT_MS)
  return page
}

/** Opens a copy of the session's library behind its page, culls it, and prints the costs. */
async function cull(browser: Browser, session: Session, by: 'photo' | 'burst', figures: Figures): Promise<Culled> {
  const libraryDir = `${session.libraryDir}-by-${by}`
  cpSync(session.libraryDir, libraryDir, { recursive: true })
  const child = fork(join(import.meta.dirname, 'window-child.ts'), [libraryDir], { execArgv: [] })
  try {
    const [address] = (await once(child, 'message')) as [string]
    const page = await openPage(browser)
    let loaded: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/preview?')) loaded.push(request.url())
    })
    const gather: Gather = async (what, each, work) => {
      const ms: number[] = []
      loaded = []
      await work(ms)
      return { what, each, ms, previews: [...new Set(loaded)] }
    }
    await page.goto(address)
    const began = performance.now()
    const culled = await (by === 'photo' ? cullPhotos : cullBursts)(page, gather)
    const seconds = (performance.now() - began) / 1000
    await page.close()
    figures.put(`by ${by}: decisions`, culled.decisions, {
      unit: '',
      note: `${culled.keys} keys, ${seconds.toFixed(0)} s`,
    })
    const bare = await openPage(browser)
    for (const waits of culled.waits)
      putWaits(figures, `by ${by}: ${waits.what}`, waits.ms, await timeBare(bare, waits))
    await bare.close()
    return { ...culled, seconds }
  } finally {
    child.send('close')
    await once(child, 'exit')
  }
}

/** If the bare page itself takes longer than the limit, only the ratio counts. */
function putWaits(figures: Figures, name: string, ms: readonly number[], bareMs: readonly number[]): void {
  for (const [share, words] of [
    [0.5, 'median'],
    [0.95, '95 %'],
  ] as const) {
    const [ours, bare] = [quantile(ms, share), quantile(bareMs, share)]
    const limit = Math.max(P95_LIMIT_MS, MAX_RATIO * bare)
    const note = `bare ${bare.toFixed(0)} ms, ${(ours / bare).toFixed(2)} times; ${ms.length} keys`
    figures.put(`${name}, ${words}`, ours, { ...(share === 0.95 && { limit }), unit: 'ms', note })
  }
}

demandBuilt()
if (!browserProgram) throw new Error('No Chromium was found: install one, or name it in LUMAFOLD_CHROMIUM.')
const base = makeTempFolder('bench-culling')
const browser = await chromium.launch({ executablePath: browserProgram, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const session = await makeSession(join(base, 'library'), COUNT)
  process.stdout.write(`  ${COUNT} photos of ${session.scenes} scenes\n`)
  const figures = new Figures()
  const byPhoto = await cull(browser, session, 'photo', figures)
  const byBurst = await cull(browser, session, 'burst', figures)
  const ratio = byBurst.decisions / byPhoto.decisions
  figures.put('decisions by bursts, of those photo by photo', 100 * ratio, { limit: MAX_DECISIONS, unit: '%' })
  figures.put('time by bursts, of that photo by photo', (100 * byBurst.seconds) / byPhoto.seconds, { unit: '%' })
  figures.end()
} finally {
  await browser.close()
  removeFolder(base)
}
