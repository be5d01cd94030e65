import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeLibrary, openTestLibrary } from '../../../library/library/open-test-library.ts'
import { makeTempFolder, removeFolder } from '../../../fixtures/folders.ts'
import { drawPhoto } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

const home = makeTempFolder('trash-home')
vi.stubEnv('XDG_DATA_HOME', home)
afterAll(() => {
  vi.unstubAllEnvs()
  removeFolder(home)
})

test.skipIf(process.platform !== 'linux')(
  'duplicates are listed, moved to the trash after confirmation, and restored',
  async () => {
    const { dir, libraryDir, photosDir } = makeLibrary()
    const original = await drawPhoto(join(photosDir, 'sea.jpg'), { seed: 6 })
    const copy = join(photosDir, 'sea copy.jpg')
    cpSync(original, copy, { preserveTimestamps: true })
    const { library } = await openTestLibrary(libraryDir)
    await library.hostCalls.addFolder({ path: photosDir })
    await library.hostCalls.waitUntilIdle()
    await library.close()
    const duplicates = (...args: string[]) => runHere(dir, 'duplicates', ...args)

    const listed = await duplicates()
    expect(listed.stdout).toContain(`Equal files:\n  keep  ${original} (`)
    expect(listed.stdout).toContain('why   Its name is not that of a copy')
    expect(JSON.parse((await duplicates('--json')).stdout)).toMatchObject([
      {
        kind: 'equal',
        photos: [
          { path: original, keep: true },
          { path: copy, keep: false },
        ],
      },
    ])
    expect((await duplicates('--kind', 'near')).stderr).toContain('No duplicates found.')
    expect((await duplicates('--yes')).code).toBe(2)

    const dry = await duplicates('--trash')
    expect(dry).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was moved') as string })
    expect(dry.stdout).toContain(copy)
    expect(existsSync(copy)).toBe(true)

    const [moved] = JSON.parse((await duplicates('--trash', '--yes', '--json')).stdout) as { change: number }[]
    expect(moved).toMatchObject({ moved: 1, files: [{ path: copy }], failures: [] })
    expect(existsSync(copy)).toBe(false)
    const undone = await runHere(dir, 'undo', '--id', String(moved!.change))
    expect(undone.stdout).toContain('1 file put back from the trash')
    expect(existsSync(copy)).toBe(true)
  },
)
