/** @module-tag night */

import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLibrary } from '../../../src-main/library/library.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { sharedPhotos } from '../../fixtures/shared.ts'
import { makeLibrary } from '../library/open-test-library.ts'

const photos = sharedPhotos()
const hasModels = existsSync(join(resourcesDir, 'models/bundled/centernet.onnx'))

/** Four photos of elephants first, then others without any. */
function chooseFiles(folder: string): { elephants: string[]; others: string[] } {
  const labels = JSON.parse(readFileSync(join(folder, 'labels.json'), 'utf8')) as Record<string, string[]>
  const names = Object.keys(labels)
  return {
    elephants: names.filter((name) => labels[name]!.includes('elephant')).slice(0, 4),
    others: names.filter((name) => !labels[name]!.includes('elephant')).slice(0, 16),
  }
}

test.skipIf(photos === null || !hasModels)(
  'a tag learned from four elephants reaches no other photo, neither at once nor later',
  async () => {
    const coco = join(photos!, 'coco128')
    const { elephants, others } = chooseFiles(coco)
    const { libraryDir, photosDir } = makeLibrary()
    const put = (name: string) => cpSync(join(coco, 'images', name), join(photosDir, name))
    for (const name of [...elephants, ...others.slice(0, 12)]) put(name)
    const quiet = () => undefined
    const library = await createLibrary({
      libraryDir,
      resourcesDir,
      modelsDir: join(libraryDir, '..', 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      owner: 'test',
      watch: false,
    })
    onTestFinished(() => library.close())
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    const { tiles } = await library.calls.photos.list({ limit: 100 })
    const given = tiles.filter(({ name }) => elephants.includes(name)).map(({ id }) => id)
    await library.calls.photos.addTag({ ids: given, name: 'safari' })
    const { id } = await library.calls.classifiers.train({ name: 'safari', positives: given })
    for (const name of others.slice(12)) put(name)
    await library.calls.folders.rescan({})
    await library.hostCalls.waitUntilIdle()

    const tagged = await library.calls.photos.ids({ filter: { tags: ['safari'], minConfidence: 0 } })
    expect(tagged.toSorted()).toEqual(given.toSorted())
    const { suggestions } = await library.calls.classifiers.suggestions({ id, limit: 100 })
    expect(suggestions.length).toBeGreaterThan(0)
    expect(suggestions.some(({ photo }) => given.includes(photo.id))).toBe(false)
  },
)
