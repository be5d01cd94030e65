import { reads } from '../../fixtures/reads.ts'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCompute } from '../../../src-main/compute/host/compute-pool.ts'
import type { PoolLimits } from '../../../src-main/compute/host/pool-options.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

const slowDisk = join(import.meta.dirname, '../slow-disk.ts')
const log = { debug: () => undefined, warn: () => undefined }

/** Real processes on a slow disk: about 40 reads of a file of 2.5 MB, with a long pause before each. */
function open(pauseMs: number, limits: Partial<PoolLimits>) {
  vi.stubEnv('LUMAFOLD_TEST_PAUSE_MS', `${pauseMs}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const modelsDir = join(tempFolder(), 'models')
  const client = openCompute({ resourcesDir, modelsDir, log, entry: slowDisk, processes: 1, limits })
  onTestFinished(() => client.close())
  const folder = tempFolder()
  const analyse = async (name: string, bytes: Buffer) => {
    writeFileSync(join(folder, name), bytes)
    return client.analyse({ path: join(folder, name), steps: ['hash'] })
  }
  return { client, analyse }
}

/** A complete JPEG with enough bytes after it that reading takes a while. */
const largePhoto = async () => Buffer.concat([await drawPicture(), randomBytes(2_500_000)])

test('reading from a slow disk does not count as work, however long it takes', { tags: 'night' }, async () => {
  const { analyse } = open(100, { sharedMs: 1500, aloneMs: 3000 })
  const photo = await largePhoto()
  const outcomes = await Promise.all([analyse('slow-a.jpg', photo), analyse('slow-b.jpg', photo)])
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
})

test('a hanging disk delays its photo, and blames neither it nor its neighbour', async () => {
  const { client, analyse } = open(0, { stalledMs: 2500 })
  const photo = await largePhoto()
  const [stalled, neighbour] = await Promise.all([analyse('stalled-a.jpg', photo), analyse('b.jpg', photo)])
  expect(stalled).toMatchObject({ ok: false, code: 'blocked', by: 'file' })
  expect(stalled).toMatchObject({ reason: reads(/nothing of the file came.*Check its drive/) })
  expect(neighbour.ok).toBe(true)
  expect((await analyse('c.jpg', photo)).ok).toBe(true)
  expect(client.state().running).toBe(0)
})
