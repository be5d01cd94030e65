import type { Page } from 'playwright'
import { scroll, timeJump, timeKey, timeSearch } from './measure-page.ts'

/** The page's memory after a garbage collection. */
export type Held = { heapMB: number; nodes: number; listeners: number }

/** Rounds that warm up what is loaded once, and those of an hour in which a person does ten things a minute. */
const FIRST_ROUNDS = 5
const HOUR_ROUNDS = 50
const WORDS = ['word1499', 'img_00001', 'canon word733'] as const
const SHOWN = '.pictures:not(.is-ahead) .picture.is-shown img[src*="/preview?"]'

/** Does a person's actions of an hour, as fast as possible; returns the page's memory before and after. */
export async function liveThroughHour(page: Page): Promise<{ before: Held; after: Held }> {
  for (let round = 0; round < FIRST_ROUNDS; round++) await doRound(page, round)
  const before = await heldBy(page)
  for (let round = 0; round < HOUR_ROUNDS; round++) await doRound(page, round)
  return { before, after: await heldBy(page) }
}

/** Twelve actions: scrolls through the list, searches, rates and undoes it, views photos, also at 1:1. */
async function doRound(page: Page, round: number): Promise<void> {
  await timeJump(page, ((round * 7919 + 500) % 1000) / 1000)
  await scroll(page, 6000, 0.5)
  await timeSearch(page, WORDS[round % WORDS.length]!)
  await timeSearch(page, '')
  await timeJump(page, 0)
  await page.locator('[role="gridcell"]').first().click()
  await page.keyboard.press('3')
  await page.keyboard.press('Control+z')
  await page.locator('[role="gridcell"]').first().dblclick()
  await page.locator(SHOWN).waitFor()
  for (let step = 0; step < 3; step++) await timeKey(page, 'ArrowRight', 'preview', true)
  await timeKey(page, 'z', 'full', false)
  await page.keyboard.press('z')
  await page.keyboard.press('Escape')
  await page.locator('section[aria-label="Photo"]').waitFor({ state: 'detached' })
}

async function heldBy(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  await session.detach()
  return { heapMB: usedSize / 2 ** 20, nodes, listeners: jsEventListeners }
}
