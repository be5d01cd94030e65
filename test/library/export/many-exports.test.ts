import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { openCatalog } from '../../../src-main/library/catalog/open-catalog.ts'
import { removeFolder } from '../../fixtures/folders.ts'
import { byNight } from '../../fixtures/night.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary, until } from '../library/open-test-library.ts'

const PHOTOS = byNight(600, 20_000)
const CANCELLED_AT = PHOTOS / 5
const KILLED_AT = PHOTOS / 2
const nameOf = (index: number) => `photo-${String(index).padStart(5, '0')}.jpg`

/** Photos as a scan finds them; the renderer of this test never opens their files. */
function fillCatalogue(libraryDir: string, photosDir: string): void {
  const catalog = openCatalog(libraryDir)
  const { id: folderId } = catalog.folders.addRoot(photosDir)
  const values = Array.from({ length: PHOTOS }, (_, index) => ({
    folderId,
    name: nameOf(index),
    bytes: 1000 + index,
    modifiedMs: 1_700_000_000_000 + index * 1000,
    fileKey: null,
  }))
  for (let from = 0; from < PHOTOS; from += 1000) catalog.files.add(values.slice(from, from + 1000))
  catalog.close()
}

/** In memory if the system has such a place: each file is flushed, and on a busy disk this many take minutes. */
function makeTarget(dir: string): string {
  if (!existsSync('/dev/shm')) return mkdtempSync(join(dir, 'target-'))
  const target = mkdtempSync('/dev/shm/lumafold-target-')
  onTestFinished(() => removeFolder(target))
  return target
}

test('many exports are cancelled, resumed, killed and resumed, and each file exists once', async () => {
  const { dir, libraryDir, photosDir } = makeLibrary()
  const target = makeTarget(dir)
  fillCatalogue(libraryDir, photosDir)

  const script = join(import.meta.dirname, 'exporting-child.ts')
  const child = spawn(process.execPath, [script, libraryDir, target, String(CANCELLED_AT)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const states = new Set<string>()
  let jobId = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const [state, written, id] = line.split(' ') as [string, string, string]
    states.add(state)
    jobId = id
    if (Number(written) >= KILLED_AT) break
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([...states]).toEqual(expect.arrayContaining(['running', 'cancelled', 'queued']))
  const before = readdirSync(target).filter((name) => name.endsWith('.jpg')).length
  expect(before).toBeGreaterThanOrEqual(KILLED_AT)
  expect(before).toBeLessThan(PHOTOS)

  const engine = createFakeEngine()
  let rendered = 0
  engine.cut = async ({ path }) => {
    rendered += 1
    return [{ ok: true, value: Buffer.from(basename(path)), width: 8, height: 6 }]
  }
  const { library } = await openTestLibrary(libraryDir, { engine, watch: false })
  expect((await library.calls.exports.get({ jobId })).state).toBe('interrupted')
  await library.calls.exports.resume({ jobId })
  const done = await until(
    () => library.calls.exports.get({ jobId }),
    ({ state }) => state !== 'running' && state !== 'queued',
    240_000,
  )
  expect(done).toMatchObject({ state: 'done', photos: PHOTOS, total: PHOTOS, written: PHOTOS, failed: 0 })
  const names = readdirSync(target).sort()
  expect(names).toEqual(Array.from({ length: PHOTOS }, (_, index) => nameOf(index)))
  expect(names.filter((name) => readFileSync(join(target, name), 'utf8') !== name)).toEqual([])
  expect(rendered).toBeLessThanOrEqual(PHOTOS - before + 2)

  const { files, total } = await library.calls.exports.files({ jobId, offset: PHOTOS - 1, limit: 10 })
  expect([files.length, total]).toEqual([1, PHOTOS])
  expect((await library.calls.history.list({})).filter(({ kind }) => kind === 'export-files')).toHaveLength(2)
}, 400_000)
