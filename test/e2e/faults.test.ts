/** @module-tag night */
import { mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTempFolder, removeFolder } from '../fixtures/folders.ts'
import { drawPhotos } from '../fixtures/pictures.ts'
import { addFolder, takeShot, waitForCount } from './library-page.ts'
import { startApp, type RunningApp } from './start-app.ts'

/** Faults of the window in a real browser. */
let base: string
let app: RunningApp

beforeAll(async () => {
  base = realpathSync(makeTempFolder())
  const folder = join(base, 'photos')
  mkdirSync(folder)
  await drawPhotos(folder, 3)
  app = await startApp({ dataDir: join(base, 'data'), roots: [base] })
  await addFolder(app.page, folder)
  await waitForCount(app.page, 3)
})
afterAll(async () => {
  await app.close()
  removeFolder(base)
})

const log = (): string =>
  readdirSync(join(base, 'data'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(base, 'data', name), 'utf8'))
    .join('')

test('an error that nothing catches is shown, and is in the log of the program', async () => {
  const { page } = app
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('thrown by a timer')
    })
    void Promise.reject(new RangeError('rejected by a promise'))
  })
  const notice = page.getByRole('alert').filter({ hasText: 'Something went wrong in this window' })
  await notice.getByText('2 times').waitFor()
  await takeShot(page, 'fault')
  await expect.poll(log).toContain('TypeError: thrown by a timer')
  await expect.poll(log).toContain('RangeError: rejected by a promise')
})
