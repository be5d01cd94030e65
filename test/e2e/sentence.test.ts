/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startFileServer, type ServedFile } from '../analysis/models/installer/file-server.ts'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { publishTinyPair } from '../fixtures/tiny-pair.ts'
import { axeFindings } from './axe-findings.ts'
import { addFolder, backToLibrary, openSettings, photoTiles, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Photos found by a sentence in a real browser, with a tiny pair from a local server; the tests are a sequence. */

const colors = { red: '#ff0000', green: '#00ff00', blue: '#0000ff' } as const
let base: string
let app: RunningApp
let page: Page
let server: Awaited<ReturnType<typeof startFileServer>>
let published: ReturnType<typeof publishTinyPair>

const settings = () => page.getByRole('dialog', { name: 'Settings' })
const section = () => settings().getByRole('region', { name: 'Search by a sentence' })
const search = () => page.getByRole('combobox', { name: 'Search photos' })
const about = () => page.getByRole('status', { name: 'About this search' })
const offer = () => page.getByRole('option', { name: /Photos that look like/ })
const closeSettings = async () => {
  await page.keyboard.press('Escape')
  await settings().waitFor({ state: 'detached' })
}

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  mkdirSync(join(base, 'photos'))
  for (const [name, background] of Object.entries(colors))
    await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .jpeg()
      .toFile(join(base, 'photos', `img-${name.slice(0, 2)}.jpg`))
  published = publishTinyPair(join(base, 'published'))
  const served: Record<string, ServedFile> = { '/pair.json': { content: published.manifest } }
  for (const { file, content } of published.files) served[`/${file}`] = { content }
  server = await startFileServer(served)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, join(base, 'photos'))
  await waitForCount(page, 3)
})
afterEach(async () => {
  await backToLibrary(page)
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  await server?.close()
  removeFolder(base)
})

test('without a pair a sentence is not offered, and a written one is reported', async () => {
  await search().fill('shows:"a red thing"')
  await about().getByText('No text-image models are installed').waitFor()
  await search().press('Enter') // Until then it may be unfinished, and earlier photos stay.
  await photoTiles(page).first().waitFor({ state: 'detached' })
  await search().fill('')
  await photoTiles(page).nth(2).waitFor()
})

test('a pair is installed from an address, and its description must have the given SHA-256', async () => {
  await openSettings(page, 'Models')
  await section().scrollIntoViewIfNeeded()
  await section().getByRole('button', { name: 'Install from an address…' }).click()
  await section().getByLabel('Address of pair.json').fill(server.address('/pair.json'))
  await section().getByLabel('Its SHA-256, 64 digits').fill('0'.repeat(64))
  await section().getByRole('button', { name: 'Install', exact: true }).click()
  await section().getByRole('alert').filter({ hasText: 'another SHA-256' }).waitFor()

  await section().getByRole('button', { name: 'Install from an address…' }).click()
  await section().getByLabel('Its SHA-256, 64 digits').fill(published.sha256)
  await takeShot(page, 'pair-address')
  for (const theme of ['light', 'dark'] as const) expect(await axeFindings(page, theme, theme === 'light')).toEqual([])
  await section().getByRole('button', { name: 'Install', exact: true }).click()
  await section().getByText('Four colours').waitFor()
  await section().getByRole('button', { name: 'Install another pair…' }).waitFor()
  await section().getByText('Not yet measured').waitFor()
  await takeShot(page, 'pair-installed')
  for (const theme of ['light', 'dark'] as const) expect(await axeFindings(page, theme, theme === 'light')).toEqual([])
  await closeSettings()
})

test('a written sentence is offered as one, and finds the most similar photos', async () => {
  await search().fill('a red thing')
  await offer().waitFor()
  await takeShot(page, 'sentence-offered')
  await offer().click()
  await page
    .getByRole('button', { name: /Looks like “a red thing”/ })
    .first()
    .waitFor()
  // Earlier photos are described in the background, and the search is repeated meanwhile.
  await photoTiles(page)
    .and(page.getByRole('gridcell', { name: /^img-re/ }))
    .waitFor()
  await expect.poll(() => photoTiles(page).count()).toBe(1)
  await expect.poll(() => search().inputValue()).toBe('shows:"a red thing" ')
  await page.getByRole('button', { name: 'Sort by Best match first' }).waitFor()
  await offer().waitFor({ state: 'detached' })
  await takeShot(page, 'sentence-found')
})

test('once the pair is removed the sentence is reported again, and finds nothing', async () => {
  await openSettings(page, 'Models')
  await section().getByRole('button', { name: 'Remove', exact: true }).click()
  await section().getByText('None comes with Lumafold').waitFor()
  await closeSettings()
  await search().fill('shows:"a blue thing"')
  await about().getByText('No text-image models are installed').waitFor()
  await search().press('Enter') // Until then it may be unfinished, and earlier photos stay.
  await photoTiles(page).first().waitFor({ state: 'detached' })
})
