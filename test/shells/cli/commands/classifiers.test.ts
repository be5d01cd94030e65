import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLibrary } from '../../../../src-main/library/library.ts'
import { makeLibrary } from '../../../library/library/open-test-library.ts'
import { resourcesDir } from '../../../fixtures/folders.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

const hasModels = existsSync(join(resourcesDir, 'models/bundled/centernet.onnx'))
const TAGGED = 4

/** Drawn pictures, analysed by the command line's own engine; some have the tag. */
async function makeTagged() {
  const { dir, libraryDir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 10, { width: 96, height: 64 })
  const quiet = () => undefined
  const library = await createLibrary({
    libraryDir,
    resourcesDir,
    modelsDir: join(dir, 'models'),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    owner: 'test',
    watch: false,
  })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  const { tiles } = await library.calls.photos.list({ sort: { by: 'name', order: 'asc' }, limit: 100 })
  await library.calls.photos.addTag({ ids: tiles.slice(0, TAGGED).map(({ id }) => id), name: 'Drawn' })
  await library.close()
  return dir
}

test.skipIf(!hasModels)(
  'tags are learned, reviewed, accepted, rejected and undone from the command line',
  { tags: 'night' },
  async () => {
    const dir = await makeTagged()
    const classifiers = (...args: string[]) => runHere(dir, 'classifiers', ...args)
    const review = async (...args: string[]) =>
      JSON.parse((await classifiers('review', 'drawn', '--json', ...args)).stdout) as {
        total: number
        suggestions: { path: string; tag: string; certainty: number }[]
      }
    const tagged = async () => (await runHere(dir, 'list', 'tag:drawn')).stdout.trim().split('\n').toSorted()

    expect((await classifiers('train', 'none')).stderr).toContain('No photo has the tag “none”')
    expect(await classifiers('train', 'drawn')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('No photo was'),
    })
    const { total, suggestions } = await review()
    expect(suggestions).toHaveLength(total)
    const [yes, no, ...rest] = suggestions
    expect(rest.length).toBeGreaterThan(0)
    expect(await tagged()).toHaveLength(TAGGED)
    expect((await classifiers('accept', 'drawn', yes!.path)).stdout).toBe(
      'Accepted the suggestion “Drawn” for 1 photo\n',
    )
    expect((await classifiers('reject', 'drawn', no!.path)).stdout).toBe(
      'Rejected the suggestion “Drawn” for 1 photo\n',
    )
    expect((await classifiers('certainty', 'drawn', '8')).stdout).toBe('8 %\n')
    const sure = rest.filter(({ certainty }) => certainty >= 8).length
    const wait = `${rest.length} suggestion${rest.length === 1 ? ' waits' : 's wait'}`
    expect((await classifiers('list')).stdout).toBe(
      `drawn: “Drawn”, learned from ${TAGGED} photos; ${wait}, ${sure} at least 8 % certain\n`,
    )
    expect((await classifiers('review', 'drawn', '--above', '100')).stderr).toBe('Nothing of that kind waits.\n')
    expect(await classifiers('accept', 'drawn', '--above', '100')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing that waits is at least 100 % certain; no photo was changed.\n',
    })
    expect((await classifiers('accept', 'drawn', '--above', '8')).stdout).toContain(`“Drawn” for ${sure} photo`)
    expect(await tagged()).toHaveLength(TAGGED + 1 + sure)
    await runHere(dir, 'undo')
    expect(await tagged()).toHaveLength(TAGGED + 1)
    expect((await classifiers('accept', 'drawn')).stderr).toContain('Name the photos, or a certainty')
    const otherTag = await classifiers('reject', 'drawn', '--tag', 'other', no!.path)
    expect(otherTag.stderr).toContain('drawn does not suggest “other”; it suggests: Drawn.')
    for (const command of ['review', 'remove', 'retrain', 'certainty'])
      expect((await classifiers(command, 'other')).stderr).toContain('There is no classifier other; there are: drawn.')
    expect((await classifiers('retrain', 'drawn')).stderr).not.toContain('Nothing new')
    expect((await classifiers('retrain', 'drawn')).stderr).toContain('Nothing new was to be learned.')
    await classifiers('remove', 'drawn')
    expect((await classifiers('review', 'drawn')).stderr).toContain('nothing is learned yet')
    expect(JSON.parse((await classifiers('list', '--json')).stdout)).toEqual([])
  },
)

test.skipIf(!hasModels)('unanalysed photos teach no tag; advice is given', async () => {
  const { dir, photosDir } = makeLibrary()
  const path = join(photosDir, 'damaged.jpg')
  writeFileSync(path, 'no picture')
  await runHere(dir, 'add', photosDir)
  await runHere(dir, 'tag', path, '--add', 'drawn')
  expect(await runHere(dir, 'classifiers', 'train', 'drawn')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('To have photos analysed: lumafold add --wait FOLDER.'),
  })
})
