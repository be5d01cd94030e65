/** @module-tag night */

import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createService, type Service } from '../../src-main/service/service.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { byNight } from '../fixtures/night.ts'
import { axeFindings } from './axe-findings.ts'
import { browserProgram } from './find-programs.ts'
import { LayoutFinder } from './layout/layout-faults.ts'
import { takeShot } from './library-page.ts'
import { openBrowser } from './open-browser.ts'
import { PAGE_TIMEOUT_MS } from './start-app.ts'

/** The reference and the guides in a real browser: search, contents, samples, keyboard, narrow and wide windows. */

const quiet = () => undefined
const widths = byNight([390, 1600], [390, 768, 1024, 1600])
const guides = byNight(['limits'], ['similar-images', 'callbacks', 'limits', 'errors', 'migration'])

let folder: string
let service: Service
let browser: Browser
let page: Page
let layout: LayoutFinder
/** Console messages of the browser, and requests that left the service. */
const problems: string[] = []

const open = (path: string) => page.goto(service.address + path)
const place = () => page.locator('#contents [aria-current="location"]').innerText()
const shown = () =>
  page
    .locator('#v2-tags-post .samples .sample')
    .evaluateAll((samples) =>
      samples.flatMap((sample) => (sample.checkVisibility() ? [(sample as HTMLElement).dataset['language']] : [])),
    )

describe.skipIf(browserProgram === null)('the documentation', () => {
  beforeAll(async () => {
    layout = await LayoutFinder.make()
    folder = makeTempFolder('docs')
    service = await createService({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      resourcesDir,
      modelsDir: join(folder, 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    })
    browser = await openBrowser()
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(PAGE_TIMEOUT_MS)
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on(
      'request',
      (request) => !request.url().startsWith(service.address) && problems.push(`asked ${request.url()}`),
    )
  }, 120_000)
  afterEach(async () => {
    expect(problems.splice(0)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    removeFolder(folder)
  })

  test('the search is opened, used and left by keyboard alone', async () => {
    await open('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('rect perc')
    const first = page.locator('#search-results [aria-selected="true"]')
    await expect.poll(() => first.innerText()).toMatch(/^rect_percentage/)
    await expect.poll(() => page.locator('#search-text').getAttribute('aria-activedescendant')).toBe('result-0')
    await expect.poll(() => page.locator('#search-results mark').first().innerText()).toBe('rect')
    for (const theme of ['dark', 'light'] as const) {
      expect(await axeFindings(page, theme, theme === 'dark')).toEqual([])
      await takeShot(page, `docs-search-${theme}`)
    }
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs#v2-croppings-get')
    expect(await page.locator('#v2-croppings-get').evaluate((part) => part.getBoundingClientRect().top)).toBeLessThan(
      200,
    )
    await page.keyboard.press('Control+k')
    await page.locator('#search-text').fill('no-such-thing-anywhere')
    await expect.poll(() => page.locator('#search-state').innerText()).toContain('Nothing')
    await page.keyboard.press('Escape')
    expect(await page.locator('#search').evaluate((dialog: HTMLDialogElement) => dialog.open)).toBe(false)
  })

  test('a result on another page is opened, and arrows choose', async () => {
    await open('/docs/limits')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('#search-text').fill('ticket')
    await page.locator('#search-results li').nth(1).waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.locator('#search-results li').nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('ArrowUp')
    await page.locator('#search-text').fill('wait for the ticket')
    await page.locator('#search-results li').first().click()
    await page.waitForURL('**/docs/similar-images#ticket')
  })

  test('the contents mark the section being read, even while scrolling', async () => {
    await open('/docs#v2-colors')
    await expect.poll(place).toBe('/v2/colors')
    expect(
      await page.locator('#contents [aria-current="location"]').evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect()
        return top > 0 && bottom < innerHeight
      }),
    ).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator('#authentication').evaluate((part) => part.scrollIntoView())
    await expect.poll(place).toBe('Authentication')
    await open('/docs/errors#again')
    await expect.poll(place).toBe('What to ask again')
    await expect.poll(() => page.locator('#contents [aria-current="page"]').innerText()).toBe('Errors and retries')
  })

  test('one language is chosen for all samples, by keyboard, and stays chosen', async () => {
    await open('/docs')
    await expect.poll(() => shown()).toEqual(['curl'])
    await page.getByRole('radio', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => shown()).toEqual(['python'])
    await page.reload()
    await expect.poll(() => shown()).toEqual(['python'])
    await page.locator('fieldset.language').getByText('Go').click()
    await expect.poll(() => shown()).toEqual(['go'])
  })

  test('in a narrow window the contents open over the page, and close after a choice', async () => {
    await page.setViewportSize({ width: 400, height: 800 })
    await open('/docs')
    await expect.poll(() => page.locator('#contents').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Contents' }).click()
    await page.locator('#contents').getByRole('link', { name: 'Authentication' }).click()
    await expect.poll(() => page.locator('#contents').isVisible()).toBe(false)
    expect(new URL(page.url()).hash).toBe('#authentication')
  })

  test.each(['', ...guides.map((name) => `/${name}`)])('/docs%s fits every window in both themes', async (path) => {
    await open(`/docs${path}`)
    for (const theme of ['dark', 'light'] as const) {
      if (path !== '') expect(await axeFindings(page, theme, theme === 'dark')).toEqual([])
      await takeShot(page, `docs${path.replace('/', '-')}-${theme}`)
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${width}`).toBe(width)
      if (path !== '') expect(await layout.faults(page), `${path} ${width}`).toEqual([])
      await takeShot(page, `docs${path.replace('/', '-')}-${width}`)
    }
  })

  test('without scripts everything can be read, and languages chosen; the search is not offered', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 400, height: 800 } })
    const plain = await context.newPage()
    await plain.goto(`${service.address}/docs`)
    await expect.poll(() => plain.locator('#open-search').isVisible()).toBe(false)
    await plain.locator('fieldset.language').getByText('PHP').click()
    await expect.poll(() => plain.locator('#v2-tags-post [data-language="php"]').isVisible()).toBe(true)
    await plain.getByRole('button', { name: 'Contents' }).click()
    await plain.getByRole('link', { name: 'Migration', exact: true }).first().click()
    await expect.poll(() => plain.getByRole('heading', { level: 1 }).innerText()).toBe('Migration')
    await context.close()
  })
})
