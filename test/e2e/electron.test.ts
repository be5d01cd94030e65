import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { _electron } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTempFolder, removeFolder, repositoryDir } from '../fixtures/folders.ts'
import { fillWithPhotos } from '../shells/real-photos.ts'
import { demandBuilt, electronProgram } from './find-programs.ts'

const title = electronProgram
  ? 'the desktop window'
  : "the desktop window (skipped: Electron's runtime or a display is not here)"

describe.skipIf(!electronProgram)(title, () => {
  let base: string
  let folder: string
  let app: Awaited<ReturnType<typeof _electron.launch>>

  beforeAll(async () => {
    demandBuilt()
    base = realpathSync(makeTempFolder())
    folder = join(base, 'photos')
    await fillWithPhotos(folder, 4)
    app = await _electron.launch({
      executablePath: electronProgram!,
      args: [...(process.platform === 'linux' ? ['--no-sandbox'] : []), repositoryDir],
      env: { ...(process.env as Record<string, string>), LUMAFOLD_DATA_DIR: join(base, 'data') },
    })
  })
  afterAll(async () => {
    await app?.close()
    removeFolder(base)
  })

  test("opens on the app's own scheme, without Node in the page", async () => {
    const page = await app.firstWindow()
    expect(page.url()).toMatch(/^lumafold:\/\/app\//)
    expect(
      await page.evaluate(() => [
        typeof (globalThis as Record<string, unknown>)['require'],
        typeof (globalThis as Record<string, unknown>)['process'],
      ]),
    ).toEqual(['undefined', 'undefined'])
  })

  test('adds a folder chosen in the dialog, and shows its photos', async () => {
    const page = await app.firstWindow()
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
    }, folder)
    await page.getByRole('button', { name: 'Add a folder' }).first().click()
    await page.getByRole('gridcell').first().waitFor()
    await page.waitForFunction(
      () =>
        [...document.querySelectorAll<HTMLImageElement>('[role=gridcell] img')].some(
          (picture) => /^(lumafold|data):/.test(picture.src) && picture.naturalWidth > 0,
        ),
      undefined,
      { timeout: 60_000 },
    )
    await expect.poll(() => page.getByRole('gridcell').count()).toBe(4)
  })

  test('may not leave its page or open windows', async () => {
    const page = await app.firstWindow()
    await page.evaluate(() => {
      window.open('https://example.com')
    })
    await page
      .evaluate(() => {
        location.href = 'https://example.com'
      })
      .catch(() => undefined)
    expect(app.windows()).toHaveLength(1)
    expect(page.url()).toMatch(/^lumafold:\/\/app\//)
  })
})
