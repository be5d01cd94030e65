import { join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { repositoryDir } from '../fixtures/folders.ts'

const QUALITY = 82

/** Writes a page's content as a picture for the documents. */
export async function writePicture(page: Page, name: string): Promise<void> {
  const path = join('docs/images', `${name}.webp`)
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY })
    .toFile(join(repositoryDir, path))
  console.log(path)
}
