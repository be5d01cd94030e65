import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeEngine } from '../../core/fake-engine.ts'
import { makeLibrary, openCore, until } from '../../core/open-core.ts'
import { missingWork, rateByNumber, workBelow, writeShot } from './shots.ts'

test('files that change places while they are analysed do not take on what each other holds', async () => {
  const { libraryDir, photosDir, dir } = makeLibrary()
  const file = (name: string) => join(photosDir, name)
  const engine = createFakeEngine()
  engine.hold = true
  for (const seed of [1, 2]) await writeShot(file(`${seed}.jpg`), { seed, takenAt: null })
  const { core } = await openCore(libraryDir, { engine, watch: false })
  await core.hostCalls.addFolder({ path: photosDir })
  await until(
    () => engine.seen.length,
    (count) => count === 2,
  )
  await rename(file('1.jpg'), file('x'))
  await rename(file('2.jpg'), file('1.jpg'))
  await rename(file('x'), file('2.jpg'))
  await rateByNumber(core)
  engine.release()
  await core.hostCalls.waitUntilIdle()
  await core.library.folders.rescan({})
  await core.hostCalls.waitUntilIdle()
  expect(await workBelow(core, photosDir)).toEqual({ '1.jpg': '2 was 2.jpg', '2.jpg': '1 was 1.jpg' })

  // As between two drives: only what the files hold says which they are.
  await mkdir(file('sub'))
  for (const [from, to] of [
    ['1.jpg', 'sub/a.jpg'],
    ['2.jpg', 'sub/b.jpg'],
  ] as const) {
    await cp(file(from), join(dir, 'copy'), { preserveTimestamps: true })
    await rm(file(from))
    await cp(join(dir, 'copy'), file(to), { preserveTimestamps: true })
  }
  await core.library.folders.rescan({})
  await core.hostCalls.waitUntilIdle()
  expect(await workBelow(core, photosDir)).toEqual({ 'sub/a.jpg': '2 was 2.jpg', 'sub/b.jpg': '1 was 1.jpg' })
  expect(await missingWork(core)).toEqual([])
})
