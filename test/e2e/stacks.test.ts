/** @module-tag night */

import { mkdirSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { axeFindings } from './axe-findings.ts'
import { addFolder, photoTiles, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Bursts and brackets, folded and unfolded, in a real browser. The tests depend on each other. */

let base: string
let app: RunningApp
let page: Page

type Shot = { name: string; seconds: number; scene: number; exposure?: string; turn?: number; blur?: number }
const shots: Shot[] = [
  ...[0, 1, 2].map((at) => ({ name: `burst-${at}`, seconds: at, scene: 3, turn: at, blur: at === 1 ? 0 : 2 })),
  { name: 'single', seconds: 30, scene: 5 },
  ...['1/100', '1/25', '1/400'].map((exposure, at) => ({
    name: `bracket-${at}`,
    seconds: 60 + at,
    scene: 9,
    exposure,
  })),
  { name: 'last', seconds: 90, scene: 11 },
]

async function takePhoto(
  folder: string,
  { name, seconds, scene, exposure = '1/200', turn = 0, blur = 0 }: Shot,
): Promise<void> {
  const time = new Date(Date.UTC(2024, 5, 1, 10) + seconds * 1000).toISOString()
  const brightness = { '1/25': 1.25, '1/400': 0.75 }[exposure] ?? 1
  const drawn = sharp(await drawPicture({ seed: scene, width: 600, height: 400 }))
  const picture = (blur === 0 ? drawn : drawn.blur(blur))
    .modulate({ brightness })
    .extract({ left: turn * 4, top: 0, width: 580, height: 400 })
    .withExif({
      IFD0: { Make: 'Lumafold', Model: 'Camera' },
      IFD2: {
        DateTimeOriginal: time.slice(0, 19).replaceAll('-', ':').replace('T', ' '),
        ExposureTime: exposure,
        FNumber: '56/10',
        ISOSpeedRatings: '200',
      },
    })
  await writeFile(join(folder, `${name}.jpg`), await picture.jpeg().toBuffer())
}

const tiles = () => photoTiles(page)
const tile = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name}`) })
const labels = () => tiles().evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
const names = async () => (await labels()).map((label) => /^[^.]*/.exec(label)![0])
const status = (text: string) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${text}$`) })
    .first()
const shows = (...wanted: string[]) => expect.poll(names).toEqual(wanted)

beforeAll(async () => {
  base = realpathSync(makeTempFolder('e2e-stacks'))
  const folder = join(base, 'photos')
  mkdirSync(folder)
  for (const shot of shots) await takePhoto(folder, shot)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
  page = app.page
  await addFolder(page, folder)
  await waitForCount(page, shots.length)
})
afterEach(() => {
  expect(app.problems.splice(0)).toEqual([])
})
afterAll(async () => {
  await app?.close()
  removeFolder(base)
})

test('a burst and a bracket fold into one photo each, and the count includes their frames', async () => {
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('menuitemradio', { name: 'Ascending' }).click()
  await page.keyboard.press('Escape')
  await shows(...shots.map(({ name }) => name))
  await tiles().first().click()
  await page.keyboard.press('Shift+Q')
  await status('4 of 8 photos').waitFor()
  await expect.poll(names).toHaveLength(4)
  await expect
    .poll(async () => (await labels()).map((label) => /stack of \d+ photos/.exec(label)?.[0] ?? ''))
    .toEqual(['stack of 3 photos', '', 'stack of 3 photos', ''])
  await takeShot(page, 'stacks-folded')
})

test('a stack unfolds in place by key, with one frame around it, and folds again', async () => {
  await tile('burst').click()
  await page.keyboard.press('q')
  await expect.poll(names).toHaveLength(6)
  expect((await names()).slice(0, 3)).toEqual(['burst-0', 'burst-1', 'burst-2'])
  await expect
    .poll(() => tiles().evaluateAll((all) => all.filter((each) => each.classList.contains('in-stack')).length))
    .toBe(3)
  await takeShot(page, 'stacks-open')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('q')
  await status('4 of 8 photos').waitFor()
  await expect.poll(() => page.locator('[role="gridcell"][aria-selected="true"]').count()).toBe(1)
})

test('the sharpest frame of an unfolded stack is suggested, and one key puts it on top', async () => {
  await page.getByRole('button', { name: 'Open the stack of 3 photos' }).first().click()
  await tile('burst-1.*, suggested$').waitFor()
  await page.getByTitle('Suggested: Subject sharper than in most others').waitFor()
  await takeShot(page, 'stacks-suggested')
  await tile('burst-0').click()
  await page.keyboard.press('Shift+Y')
  await tile('burst-1.*, on top$').waitFor()
  await page.keyboard.press('Control+z')
  await tile('burst-1.*, suggested$').waitFor()
  await tile('burst-0').click()
  await page.keyboard.press('q')
  await status('4 of 8 photos').waitFor()
})

test('the photo view steps through frames of a folded stack, and the suggested one is put on top', async () => {
  const view = page.getByRole('region', { name: 'Photo', exact: true })
  const frames = view.getByRole('region', { name: 'Frames of this stack' })
  const shows = (name: string) =>
    view
      .getByRole('heading', { name: `${name}.jpg` })
      .first()
      .waitFor()
  const strip = view.getByRole('navigation', { name: 'Photos around this one' })
  const names = () => strip.getByRole('button').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await tile('burst-0').dblclick()
  await frames.getByText('Frame 1 of 3').waitFor()
  // One strip: the stack is unfolded in it, beside the folded one.
  await expect
    .poll(names)
    .toEqual([
      'burst-0.jpg, in a stack',
      'burst-1.jpg, suggested',
      'burst-2.jpg, in a stack',
      'single.jpg',
      'bracket-0.jpg, stack of 3 photos',
      'last.jpg',
    ])
  await expect.poll(() => view.getByRole('navigation').count()).toBe(1)
  await page.keyboard.press('ArrowRight')
  await frames.getByText('Frame 2 of 3').waitFor()
  await shows('burst-1')
  await frames.getByText('Suggested: Subject sharper than in most others').waitFor()
  await takeShot(page, 'stacks-frames')
  await page.keyboard.press('ArrowDown')
  await shows('single')
  await frames.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowLeft')
  await frames.getByText('Frame 1 of 3').waitFor()
  await page.keyboard.press('Shift+Y')
  await frames.getByText('On top of the stack').waitFor()
  await shows('burst-1')
  await page.keyboard.press('Control+z')
  await frames.getByText('Suggested: Subject sharper than in most others').waitFor()
  await page.keyboard.press('Escape')
  await tile('burst-0').waitFor()
})

test('bursts are decided together after a review, sets are left unchanged, and one undo reverts it', async () => {
  const review = page.getByRole('region', { name: 'Best frames' })
  await tile('single').click()
  await page.keyboard.press('Alt+y')
  await review.getByText('Burst 1 of 1').waitFor()
  await review.getByText('1 set stays together').waitFor()
  await review.getByText('Subject sharper than in most others').waitFor()
  const panes = () =>
    review.getByRole('article').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await expect.poll(async () => (await panes())[0]).toBe('burst-1.jpg')
  await takeShot(page, 'bursts-review')
  expect(await axeFindings(page, 'dark', true)).toEqual([])
  await page.keyboard.press('y')
  await page.keyboard.press('Enter')
  await tile('burst-1.*2 of 3 rejected').waitFor()
  const progress = page.getByRole('complementary', { name: 'Progress of the choice' })
  await progress.getByText('2 stacks, 2 single photos · 1 photo picked, 2 rejected · 3 to go').waitFor()
  await takeShot(page, 'bursts-decided')

  // From one undecided photo to the next, around to the first one left.
  await tile('single').click()
  await page.keyboard.press('.')
  await page.keyboard.press('x')
  await tile('bracket-.*1 of 3 rejected').waitFor()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await tile('burst-0').waitFor()
  await progress.waitFor({ state: 'detached' })
})

test('the number of photos of a stack can be switched off on tiles', async () => {
  const badge = page.getByRole('button', { name: 'Open the stack of 3 photos' }).first()
  const choice = page.getByRole('menuitemcheckbox', { name: 'Stacks', exact: true })
  const toggle = async () => {
    await page.getByRole('button', { name: 'Grid', exact: true }).click()
    await choice.click()
    await page.keyboard.press('Escape')
    await choice.waitFor({ state: 'detached' })
  }
  await badge.waitFor()
  await toggle()
  await badge.waitFor({ state: 'detached' })
  await toggle()
  await badge.waitFor()
})

test('a frame put on top represents its stack from then on', async () => {
  await page.getByRole('button', { name: 'Open the stack of 3 photos' }).first().click()
  await tile('burst-2').click()
  await page.keyboard.press('y')
  await page.keyboard.press('q')
  await expect.poll(async () => (await names())[0]).toBe('burst-2')
  await page.reload()
  await expect.poll(async () => (await names())[0]).toBe('burst-2')
})

test('a folded stack is selected and compared completely', async () => {
  await tile('burst-2').click()
  await page.keyboard.press('Shift+A')
  await status('3 of 8 photos selected').waitFor()
  await page.keyboard.press('Shift+N')
  await expect.poll(() => page.getByRole('region', { name: 'Compare' }).getByRole('article').count()).toBe(3)
  await page.keyboard.press('Escape')
  await tile('single').waitFor()
})

test('a stack is unstacked by key, and an undo restores it', async () => {
  await tile('single').click()
  await tile('bracket').click()
  await page.keyboard.press('Control+Shift+G')
  await status('6 of 8 photos').waitFor()
  await page.keyboard.press('Control+z')
  await status('4 of 8 photos').waitFor()
})

test('photos that the person stacks belong together, whatever is between them', async () => {
  await tile('single').click()
  await tile('last').click({ modifiers: ['Control'] })
  await page.keyboard.press('Control+g')
  await expect.poll(names).toHaveLength(3)
  await page.keyboard.press('Escape')
  await status('3 of 8 photos').waitFor()
  await expect.poll(async () => (await labels())[1]).toContain('stack of 2 photos')
  await page.keyboard.press('Shift+Q')
  await waitForCount(page, shots.length)
})
