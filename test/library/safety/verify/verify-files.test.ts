import { foreign, say } from '../../../../src-main/contract/sentences/say.ts'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { createFakeEngine } from '../../library/fake-engine.ts'
import { makeLibrary, openTestLibrary } from '../../library/open-test-library.ts'

/** A library that has analysed some photos, and the result of checking them. */
async function openAnalysed(count = 4) {
  const { libraryDir, photosDir } = makeLibrary()
  const paths = await drawPhotos(photosDir, count, { width: 200, height: 150 })
  const engine = createFakeEngine()
  const { library } = await openTestLibrary(libraryDir, { watch: false, engine })
  const folder = await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  return { library, engine, folder, paths, photosDir }
}

/** Changes one bit at an offset from the end, like a failing disk: size and time stay. */
function damage(path: string, fromEnd: number): void {
  const { atime, mtime } = statSync(path)
  const bytes = readFileSync(path)
  bytes[bytes.length - fromEnd] = bytes[bytes.length - fromEnd]! ^ 1
  writeFileSync(path, bytes)
  utimesSync(path, atime, mtime)
}

/** Puts a comment into a JPEG. */
function comment(path: string, text: string): void {
  const bytes = readFileSync(path)
  const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + text.length]), Buffer.from(text, 'latin1')])
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]))
}

const none = { metadataChanged: 0, notRecorded: 0, away: 0, changed: [], unreadable: [], missing: [] }

test('untouched files match their records, even under other names of their folder', { tags: 'night' }, async () => {
  const { library, photosDir } = await openAnalysed()
  const seen: number[] = []
  const report = await library.verify({ onProgress: (done, total) => seen.push(done / total) })
  expect(report).toEqual({ ...none, equal: 4 })
  expect(seen).toEqual([0.25, 0.5, 0.75, 1])
  cpSync(photosDir, `${photosDir} 2`, { recursive: true })
  rmSync(photosDir, { recursive: true })
  renameSync(`${photosDir} 2`, photosDir)
  expect(await library.verify({})).toEqual({ ...none, equal: 4 })
})

test('one flipped bit is found, in the picture and beside it', { tags: 'night' }, async () => {
  const { library, paths } = await openAnalysed()
  comment(paths[2]!, 'a comment')
  await library.hostCalls.addFolder({ path: join(paths[2]!, '..') })
  await library.hostCalls.waitUntilIdle()
  damage(paths[1]!, 200) // no scan comes after it: it would take the changed time for a program's edit
  const { atime, mtime } = statSync(paths[2]!)
  writeFileSync(paths[2]!, readFileSync(paths[2]!, 'latin1').replace('a comment', 'b comment'), 'latin1')
  utimesSync(paths[2]!, atime, mtime)
  const report = await library.verify({})
  expect(report).toEqual({ ...none, equal: 2, changed: expect.any(Array) })
  expect(report.changed).toEqual([
    { path: paths[1], reason: say('verifying.damaged') },
    { path: paths[2], reason: say('verifying.damagedBeside') },
  ])
})

test('new metadata, an edited picture, a missing file and an unreadable one are distinguished', async () => {
  const { library, paths } = await openAnalysed(5)
  comment(paths[0]!, 'from another program')
  writeFileSync(paths[1]!, readFileSync(paths[4]!))
  rmSync(paths[2]!)
  rmSync(paths[3]!)
  mkdirSync(paths[3]!)
  const report = await library.verify({})
  expect(report).toEqual({
    ...none,
    equal: 1,
    metadataChanged: 1,
    changed: [{ path: paths[1], reason: say('verifying.edited') }],
    unreadable: [{ path: paths[3], reason: foreign('The file is damaged.') }],
    missing: [paths[2]],
  })
})

test('one folder alone, files that wait for their analysis, and unreachable ones', { tags: 'night' }, async () => {
  const { library, engine, photosDir, folder } = await openAnalysed()
  const below = join(photosDir, 'below')
  await drawPhotos(below, 2, { width: 100, height: 90, seed: 40 })
  engine.outcomes.set(join(below, 'photo-002.jpg'), {
    ok: false,
    code: 'damaged',
    reason: foreign('The file is damaged.'),
  })
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  engine.outcomes.clear()
  const inner = (await library.calls.folders.list()).find(({ path }) => path === below)!
  expect(await library.verify({ folderId: inner.id })).toEqual({ ...none, equal: 1, notRecorded: 1 })
  expect(await library.verify({ folderId: folder.id })).toEqual({ ...none, equal: 5, notRecorded: 1 })
  renameSync(photosDir, `${photosDir} away`)
  await library.calls.folders.rescan({})
  await library.hostCalls.waitUntilIdle()
  expect(await library.verify({})).toEqual({ ...none, equal: 0, away: 6 })
})

test('a stopped check ends with the reason', { tags: 'night' }, async () => {
  const { library } = await openAnalysed()
  const stop = new AbortController()
  const verifying = library.verify({ signal: stop.signal, onProgress: () => stop.abort(new Error('stopped')) })
  await expect(verifying).rejects.toThrow('stopped')
})
