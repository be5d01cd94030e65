import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { startApp, type RunningApp } from '../e2e/start-app.ts'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { mediumPhotos } from './make-photos.ts'

/**
 * A person culls 1,000 photos by the keyboard alone: each key gives a flag, stars or a label and goes on to the next
 * photo. Measured in the page from the key to the frame in which the next photo's preview is on the screen.
 */

const COUNT = Number(process.env['LUMAFOLD_BENCH_PHOTOS'] ?? 1000)
/** Between one photo on the screen and the next key, in milliseconds: few people judge a photo faster. */
const JUDGING_MS = 150
/** A machine that does other things as well takes many minutes for a thousand: so often it tells how far it is. */
const TOLD_EVERY = 100
/** What the design asks for, in milliseconds. */
const P95_LIMIT_MS = 50
const keys = ['Shift+P', 'Shift+X', 'Shift+Digit3', 'Shift+X', 'Shift+Digit6', 'Shift+X']

/** Waits in the page until a photo other than `before` is shown by its preview; ends with a painted frame. */
const watchNext = (before: string): Promise<{ name: string; ms: number }> =>
  new Promise((done) => {
    let began = 0
    const isShown = (): boolean => {
      const name = document.querySelector('section[aria-label="Photo"] h2')?.textContent ?? before
      const image = document.querySelector<HTMLImageElement>('.pictures:not(.is-ahead) img[src*="/preview"]')
      return name !== before && image !== null && image.complete && image.naturalWidth > 0
    }
    const look = (): void => {
      if (!isShown()) return void requestAnimationFrame(look)
      const name = document.querySelector('section[aria-label="Photo"] h2')?.textContent ?? ''
      done({ name, ms: performance.now() - began })
    }
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Shift') return
      document.removeEventListener('keydown', onKey, true)
      began = performance.now()
      requestAnimationFrame(look)
    }
    document.addEventListener('keydown', onKey, true)
  })

async function openFirst(page: Page, folder: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Folder path' }).fill(folder)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add folder' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${COUNT.toLocaleString('en')} photos$`) })
    .first()
    .waitFor({ timeout: 300_000 })
  await page.getByRole('button', { name: 'Pause analysis' }).click()
  const tile = page.getByRole('grid', { name: 'Photos', exact: true }).getByRole('gridcell').first()
  await tile.dblclick()
  await page.getByRole('region', { name: 'Photo', exact: true }).waitFor()
}

async function cull(page: Page): Promise<number[]> {
  const times: number[] = []
  let name = await page.locator('section[aria-label="Photo"] h2').first().innerText()
  for (let at = 0; at < COUNT - 1; at++) {
    const next = page.evaluate(watchNext, name)
    // The listener is there once the page answers this.
    await page.evaluate(() => undefined)
    await page.keyboard.press(keys[at % keys.length]!)
    const shown = await next
    times.push(shown.ms)
    if (times.length % TOLD_EVERY === 0) process.stdout.write(`  ${times.length} photos\n`)
    name = shown.name
    await page.waitForTimeout(JUDGING_MS)
  }
  return times
}

function report(times: readonly number[], seconds: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const p95 = at(0.95)
  process.stdout.write(
    `${times.length + 1} photos in ${seconds.toFixed(0)} s, ${((times.length * 60) / seconds).toFixed(0)} a minute, ` +
      `of which ${((times.length * JUDGING_MS) / 1000).toFixed(0)} s of judging\n`,
  )
  process.stdout.write(
    `key to next photo: median ${at(0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, most ${at(1).toFixed(0)} ms\n`,
  )
  const verdict = p95 <= P95_LIMIT_MS ? 'PASS' : 'FAIL'
  process.stdout.write(`p95 within ${P95_LIMIT_MS} ms: ${verdict}\n`)
  if (verdict === 'FAIL') process.exitCode = 1
}

const base = makeTempFolder('bench-culling')
let app: RunningApp | undefined
try {
  const photos = await mediumPhotos(COUNT)
  mkdirSync(join(base, 'data'))
  app = await startApp({ dataDir: join(base, 'data'), roots: [photos], analyses: true })
  await openFirst(app.page, photos)
  const began = performance.now()
  const times = await cull(app.page)
  report(times, (performance.now() - began) / 1000)
  if (app.problems.length > 0) process.stdout.write(`problems of the page: ${app.problems.join('; ')}\n`)
} finally {
  await app?.close()
  removeFolder(base)
}
