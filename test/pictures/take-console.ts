import { chromium } from 'playwright'
import { createService } from '../../src-main/service/service.ts'
import { browserProgram } from '../e2e/find-programs.ts'
import { resourcesDir } from '../fixtures/folders.ts'
import { writePicture } from './write-picture.ts'

const KEY = 'acc_studio'
const SECRET = 'a secret of the studio'
const quiet = () => undefined

/** Takes the picture of the service's console: crops of a photo, drawn on it. */
export async function takeConsole(asked: { photo: string; modelsDir: string; dataDir: string }): Promise<void> {
  const { photo, modelsDir, dataDir } = asked
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const address = { host: '127.0.0.1', port: 4818, key: KEY, secret: SECRET, allowPrivateUrls: false }
  const service = await createService({ ...address, dataDir, resourcesDir, modelsDir, version: '0.1.0', log })
  const browser = await chromium.launch({ executablePath: browserProgram!, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
    await page.goto(`${service.address}/console`)
    await page.getByLabel('Key').fill(KEY)
    await page.getByLabel('Secret').fill(SECRET)
    await page.getByRole('button', { name: 'Check' }).click()
    await page.setInputFiles('#file', photo)
    await page.selectOption('#calls', 'v2.croppings.get')
    await page.locator('#fields [data-name="resolution"]').fill('1080x1080,1080x1350,1920x1080')
    // The first answer takes as long as loading the models.
    for (let call = 0; call < 2; call++) {
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await page.waitForFunction(() => document.querySelector('#result')?.getAttribute('aria-busy') === 'false')
    }
    await page.getByText('3 crops').waitFor()
    await writePicture(page, 'console')
  } finally {
    await browser.close()
    await service.close()
  }
}
