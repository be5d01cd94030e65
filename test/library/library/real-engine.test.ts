import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { createLibrary } from '../../../src-main/library/library.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { drawPhotos } from '../../fixtures/pictures.ts'
import { makeLibrary } from './open-test-library.ts'

const photos = sharedPhotos()
const hasModels = existsSync(join(resourcesDir, 'models/bundled/centernet.onnx'))

async function importAll(libraryDir: string, photosDir: string) {
  const problems: string[] = []
  const quiet = () => undefined
  const library = await createLibrary({
    libraryDir,
    resourcesDir,
    modelsDir: join(libraryDir, '..', 'models'),
    log: {
      debug: quiet,
      info: quiet,
      warn: quiet,
      error: (message, details) => void problems.push(`${message} ${JSON.stringify(details)}`),
    },
    owner: 'test',
    watch: false,
  })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  return { library, problems }
}

test('the built-in engine analyses a folder, from files to similar photos', async () => {
  const { libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 4, { width: 900, height: 600 })
  cpSync(join(photosDir, 'photo-001.jpg'), join(photosDir, 'photo-001 copy.jpg'))
  const { library, problems } = await importAll(libraryDir, photosDir)
  try {
    expect(problems).toEqual([])
    const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' } })
    expect(tiles.map((tile) => [tile.status, tile.width, tile.height])).toEqual(
      Array.from({ length: 5 }, () => ['ready', 900, 600]),
    )
    expect(tiles.every((tile) => tile.placeholder.length > 10 && tile.thumbVersion > 0)).toBe(true)
    const copy = tiles.find((tile) => tile.name === 'photo-001 copy.jpg')!
    const original = tiles.find((tile) => tile.name === 'photo-001.jpg')!
    for (const by of hasModels ? (['content', 'colors'] as const) : (['colors'] as const)) {
      const { images } = await library.calls.similar.find({ to: { photoIds: [original.id] }, by })
      expect(images[0]).toMatchObject({ id: copy.id })
      expect(images[0]!.distance).toBeLessThan(0.01)
      expect(images).toHaveLength(4)
    }
    const detail = await library.calls.photos.get({ id: original.id })
    expect(detail.croppings).toHaveLength(4)
    expect(detail.colors!.image_colors.length).toBeGreaterThan(0)
    expect((await library.serveImage({ photoId: original.id, kind: 'preview' }))!.type).toBe('image/jpeg')
    expect((await library.examine()).filter((each) => each.level === 'problem')).toEqual([])
  } finally {
    await library.close()
  }
})

test.skipIf(photos === null)(
  'all odd and damaged test photos are processed: each is ready or failed with a reason, and none is pending',
  { tags: 'night' },
  async () => {
    const { libraryDir, photosDir } = makeLibrary()
    for (const set of ['robustness', 'formats']) cpSync(join(photos!, set), join(photosDir, set), { recursive: true })
    const { library, problems } = await importAll(libraryDir, photosDir)
    try {
      expect(problems).toEqual([])
      const { tiles, total } = await library.calls.photos.list({ limit: 1000 })
      expect(total).toBeGreaterThan(100)
      const open = tiles.filter((tile) => tile.status === 'pending').map((tile) => tile.name)
      expect(open).toEqual([])
      for (const tile of tiles.filter((each) => each.status === 'failed')) {
        expect(inEnglish((await library.calls.photos.get({ id: tile.id })).reason), tile.name).toMatch(/\w{3,}/)
      }
      const ready = new Set(tiles.filter((tile) => tile.status === 'ready').map((tile) => tile.name))
      for (const name of ['IMG_2682.heic', '8bit-sRGB.avif', 'frozenpond.mpo']) expect(ready, name).toContain(name)
    } finally {
      await library.close()
    }
  },
)
