import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { byNight } from '../../../fixtures/night.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { waitForEnd, waitForOutput } from '../run-cli.ts'
import { runHere } from '../run-here.ts'

const PHOTOS = byNight(12, 60)

// Windows has no process groups that a test could send Ctrl+C to.
test.skipIf(process.platform === 'win32')(
  'Ctrl+C in a terminal leaves a sound library, and no photo counts as failed',
  async () => {
    const base = tempFolder()
    const [dataDir, folder] = [join(base, 'data'), join(base, 'photos')]
    await drawPhotos(folder, PHOTOS)
    for (let round = 0; round < byNight(1, 2); round++) {
      // A separate group, so that the signal also reaches the compute processes, as from a terminal.
      const adding = spawn(
        process.execPath,
        [join(repositoryDir, 'src-main/shells/cli/main.ts'), 'add', folder, '--wait'],
        { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LUMAFOLD_DATA_DIR: dataDir } },
      )
      await waitForOutput(adding, /of \d+ photos/)
      process.kill(-adding.pid!, 'SIGINT')
      expect(await waitForEnd(adding)).toBe(130)
    }
    const listed = JSON.parse((await runHere(dataDir, 'list', '--json')).stdout) as { status: string }[]
    expect(listed).toHaveLength(PHOTOS)
    expect(listed.filter((photo) => photo.status === 'failed')).toEqual([])
  },
)
