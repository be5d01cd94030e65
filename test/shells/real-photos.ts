import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { drawPhotos, packagePhotos } from '../fixtures/pictures.ts'

/**
 * Fills a folder with photos from packages, then with drawn pictures; none from beside the project, so that browser
 * tests run once. Returns the paths, ordered by name.
 */
export async function fillWithPhotos(folder: string, count: number): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const fromPackages = copyPhotos(packagePhotos().slice(0, count), folder)
  const drawn = await drawPhotos(folder, Math.max(0, count - fromPackages.length))
  return [...fromPackages, ...drawn].sort()
}

/** Copies photos into a folder; returns the paths of the copies. */
export function copyPhotos(paths: readonly string[], folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  return paths.map((path) => {
    const copy = join(folder, basename(path))
    copyFileSync(path, copy)
    return copy
  })
}

/** Writes the same picture smaller and more compressed, like a forwarded photo. */
export async function writeSmallerCopy(path: string, copy: string): Promise<void> {
  const { width } = await sharp(path).metadata()
  await sharp(path)
    .resize(Math.round(width * 0.7))
    .jpeg({ quality: 60 })
    .toFile(copy)
}
