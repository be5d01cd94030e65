/** @module-tag night */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { filmItem, motionPhoto } from '../fixtures/motion-photos.ts'
import { drawPhoto, drawPicture } from '../fixtures/pictures.ts'
import { addFolder, backToLibrary, openPhoto, photoView, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

/** A film is played if the browser can, and can be sought. */
describe.runIf(hasFfmpeg)('a real film', () => {
  let base: string
  let app: RunningApp
  let page: Page

  beforeAll(async () => {
    base = realpathSync(makeTempFolder('e2e-film'))
    const films = join(base, 'films')
    mkdirSync(films)
    const picture = ['-f', 'lavfi', '-i', 'testsrc=duration=6:size=320x180:rate=10']
    const file = join(films, 'bird.webm')
    execFileSync('ffmpeg', ['-v', 'error', ...picture, '-c:v', 'libvpx', '-b:v', '200k', '-g', '10', file])
    const other = ['-f', 'lavfi', '-i', 'testsrc=duration=3:size=320x180:rate=10']
    execFileSync('ffmpeg', ['-v', 'error', ...other, '-c:v', 'mpeg4', join(films, 'strange.avi')])
    const short = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=320x240:rate=10']
    execFileSync('ffmpeg', ['-v', 'error', ...short, '-c:v', 'libvpx-vp9', join(films, 'live.mp4')])
    await drawPhoto(join(films, 'live.jpg'), { width: 800, height: 600, seed: 3 })
    const phone = await drawPicture({ width: 800, height: 600, seed: 4 })
    writeFileSync(join(films, 'phone.jpg'), motionPhoto(phone, [filmItem(readFileSync(join(films, 'live.mp4')))]))
    app = await startApp({ dataDir: join(base, 'data'), roots: [base], analyses: true })
    page = app.page
    await addFolder(page, films)
    await waitForCount(page, 4)
  })
  afterEach(async () => backToLibrary(page))
  afterAll(async () => {
    await app?.close()
    removeFolder(base)
  })

  const video = () => photoView(page).locator('video')
  const stateOf = () =>
    video().evaluate((film: HTMLVideoElement) => ({
      isPaused: film.paused,
      at: film.currentTime,
      seekable: film.seekable.length > 0 ? film.seekable.end(0) : 0,
    }))

  test('plays, pauses by Space, and can be sought', async () => {
    await page.getByText('Video 0:06').waitFor()
    await page.getByText('Video 0:03').waitFor()
    await openPhoto(page, page.getByRole('gridcell', { name: /^bird/ }))
    await page.getByRole('complementary', { name: 'Information' }).getByText('0:06').waitFor()
    await takeShot(page, 'film')
    await page.keyboard.press('Space')
    await expect.poll(async () => (await stateOf()).at).toBeGreaterThan(0)
    await page.keyboard.press('Space')
    await expect.poll(async () => (await stateOf()).isPaused).toBe(true)
    expect((await stateOf()).seekable).toBeGreaterThan(5)
    await video().evaluate((film: HTMLVideoElement) => {
      film.currentTime = 4
    })
    await expect.poll(() => video().evaluate((film: HTMLVideoElement) => film.seeking)).toBe(false)
    expect((await stateOf()).at).toBeCloseTo(4, 1)
    const address = await video().evaluate((film: HTMLVideoElement) => film.src)
    const part = await page.request.get(address, { headers: { range: 'bytes=10-19' } })
    expect([part.status(), part.headers()['content-length']]).toEqual([206, '10'])
    expect((await page.request.get(address.replace(/\/with\/[^/]+/, '/with/other'))).status()).toBe(401)
    expect(app.problems.splice(0)).toEqual([])
  })

  test.each(['live', 'phone'])('of a live photo plays over it, and then the photo is back: %s', async (name) => {
    await openPhoto(page, page.getByRole('gridcell', { name: new RegExp(`^${name}.*Live`) }))
    await takeShot(page, `live-photo-${name}`)
    await photoView(page).getByRole('button', { name: 'Play live photo' }).click()
    await expect.poll(async () => (await stateOf()).at).toBeGreaterThan(0)
    await takeShot(page, `live-photo-${name}-playing`)
    await expect.poll(() => video().count()).toBe(0)
    expect(app.problems.splice(0)).toEqual([])
  })

  test('that cannot be played says so', async () => {
    await openPhoto(page, page.getByRole('gridcell', { name: /^strange/ }))
    await photoView(page).getByRole('button', { name: 'Play' }).click()
    await photoView(page).getByRole('alert').filter({ hasText: 'cannot be played here' }).waitFor()
  })
})
