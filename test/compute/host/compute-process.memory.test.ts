import { reads } from '../../fixtures/reads.ts'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { forkNode } from '../../../src-main/compute/host/compute-process.ts'
import { openCompute } from '../../../src-main/compute/host/compute-pool.ts'
import { suitableBytes, type PoolLimits } from '../../../src-main/compute/host/pool-options.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { buildSmallTiff } from '../../fixtures/small-tiff.ts'

const MEGABYTE = 1024 * 1024
const log = { debug: () => undefined, warn: () => undefined }
const greedy = join(import.meta.dirname, 'greedy-compute.ts')

function open({ entry, limits = {} }: { entry?: string; limits?: Partial<PoolLimits> } = {}) {
  const pids: number[] = []
  const client = openCompute({
    resourcesDir,
    modelsDir: join(tempFolder(), 'models'),
    log,
    processes: 1,
    limits: { backOffMs: 1, ...limits },
    fork: (file) =>
      forkNode(
        entry ?? file,
        () => undefined,
        (pid) => pids.push(pid),
      ),
  })
  onTestFinished(() => client.close())
  return { analyse: (path: string) => client.analyse({ path, steps: ['hash', 'preview'] }), pids }
}

/** A process's peak memory, in megabytes; read while it runs. */
const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test.runIf(process.platform === 'linux')('25 KB of TIFF take no gigabytes', { tags: 'night' }, async () => {
  const folder = tempFolder()
  const [bomb, photo] = [join(folder, 'bomb.tif'), await drawPhoto(join(folder, 'a.jpg'))]
  writeFileSync(bomb, buildSmallTiff({ width: 299_008, height: 2000, tile: { width: 16, height: 2000 } }))
  const { analyse, pids } = open()
  const outcomes = await Promise.all([analyse(bomb), analyse(photo)])
  expect(outcomes).toMatchObject([{ ok: false, code: 'too-large' }, { ok: true }])
  expect(pids).toHaveLength(1)
  expect(peakOf(pids[0]!)).toBeLessThan(400)
})

test(
  'a photo that makes its process use too much memory is too large, and the others in progress are not',
  { tags: 'night' },
  async () => {
    const { analyse, pids } = open({ entry: greedy, limits: { processBytes: 500 * MEGABYTE } })
    const outcomes = await Promise.all(['a', 'greedy', 'b', 'c'].map((name) => analyse(`/photos/${name}`)))
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code))).toEqual(['ok', 'out-of-memory', 'ok', 'ok'])
    expect(outcomes[1]).toMatchObject({ reason: reads(/needed more than 500 MB of memory/) })
    expect(pids.length).toBeGreaterThan(1)
  },
)

test("the system limits what the process's guard does not notice", { tags: 'night' }, async ({ skip }) => {
  if (spawnSync('prlimit', ['--version']).status !== 0) return skip('There is no prlimit here.')
  const { analyse, pids } = open({ entry: greedy, limits: { processBytes: 500 * MEGABYTE } })
  expect(await analyse('/photos/first')).toMatchObject({ ok: true })
  await expect.poll(() => readFileSync(`/proc/${pids[0]}/limits`, 'utf8')).toMatch(/Max data size +\d/)
  const claims = await analyse('/photos/claims')
  expect(claims).toMatchObject({ ok: true })
  expect(await analyse('/photos/a')).toMatchObject({ ok: true })
  const megabytes = Number(claims.ok && claims.findings.contentHash)
  expect(megabytes).toBeGreaterThan(500)
  expect(megabytes).toBeLessThan(1100)
})

test('the limit suits the machine, and leaves room for the largest decoded picture', () => {
  const gigabytes = (machine: number) => suitableBytes(machine * 1024 * MEGABYTE) / 1024 / MEGABYTE
  expect([1, 2, 3, 4, 64].map(gigabytes)).toEqual([1, 1, 1.5, 2, 2])
})
