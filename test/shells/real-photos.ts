import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { sharedPhotos } from '../fixtures/shared.ts'
import { drawPhotos, packagePhotos } from '../fixtures/pictures.ts'

/**
 * Fills a folder with photos: real ones from beside the repository where they are there, otherwise drawn pictures and
 * photos from packages. Returns the paths, in order of name.
 */
export async function fillWithPhotos(folder: string, count: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const shared = sharedPhotos()
  const coco = shared && join(shared, 'coco128', 'images')
  if (coco && existsSync(coco))
    return copyAll(
      readdirSync(coco)
        .filter((name) => name.endsWith('.jpg'))
        .sort()
        .slice(0, count)
        .map((name) => join(coco, name)),
      folder,
    )
  const fromPackages = copyAll(packagePhotos().slice(0, count), folder)
  const drawn = await drawPhotos(folder, Math.max(0, count - fromPackages.length))
  return [...fromPackages, ...drawn].sort()
}

function copyAll(paths: readonly string[], folder: string): string[] {
  return paths.map((path) => {
    const copy = join(folder, basename(path))
    copyFileSync(path, copy)
    return copy
  })
}

/** Writes the same picture smaller and more compressed, as a photo that was sent around would be. */
export async function writeSmallerCopy(path: string, copy: string): Promise<void> {
  const { width } = await sharp(path).metadata()
  await sharp(path)
    .resize(Math.round(width * 0.7))
    .jpeg({ quality: 60 })
    .toFile(copy)
}
