/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { openWriting, choose } from './writing.ts'

const NAMES = ['a.jpg', 'b.jpg', 'c.png']

/** A process that rates all photos, writes the ratings into their files, takes them back, and so on. */
function program(libraryDir: string): string {
  const from = (file: string) => JSON.stringify(join(repositoryDir, file))
  return `
    const { openCatalog } = await import(${from('src-main/library/catalog/open-catalog.ts')})
    const { MetadataWriter } = await import(${from('src-main/library/metadata/write/metadata-writer.ts')})
    const { prepare } = await import(${from('src-main/library/metadata/plan/prepare.ts')})
    const { createExifToolWriter } = await import(${from('src-main/library/metadata/plan/exiftool-writer.ts')})
    const quiet = () => undefined
    const tool = createExifToolWriter()
    const catalog = openCatalog(${JSON.stringify(libraryDir)})
    const writer = new MetadataWriter({ catalog, log: { warn: quiet, error: quiet }, onAdopted: quiet, onChanged: quiet,
      prepare: (requests) => Promise.all(requests.map((request) => prepare(request, tool))) })
    const ids = ${JSON.stringify(NAMES)}.map((_, at) => at + 1)
    await writer.flush()
    console.log('ready')
    for (;;) {
      catalog.changes.apply({ kind: 'rate', ids, rating: 5 })
      await writer.flush()
      catalog.changes.undo()
      await writer.flush()
    }
  `
}

test('a process killed while writing leaves each file either old or new, to the byte', async () => {
  const libraryDir = tempFolder('library')
  const folder = tempFolder('photos')
  const { catalog, writer, path, record, rate } = openWriting({ folder, libraryDir })
  await choose({ catalog, writer }, 'files')
  const pictures = await Promise.all(
    NAMES.map((name, seed) =>
      drawPicture({ seed, width: 400, height: 300, format: name.endsWith('png') ? 'png' : 'jpeg' }),
    ),
  )
  const read = () => NAMES.map((name) => readFileSync(path(name)).toString('base64'))
  for (const [at, name] of NAMES.entries()) {
    writeFileSync(path(name), pictures[at]!)
    await record(name)
  }
  const before = read()
  for (const id of [1, 2, 3]) rate(id, 5)
  await writer.flush()
  const written = read()
  expect(written.every((bytes, at) => bytes !== before[at])).toBe(true)
  for (let step = 0; step < 3; step++) catalog.changes.undo()
  await writer.flush()
  expect(read()).toEqual(before)
  await writer.close()
  catalog.close()

  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(libraryDir)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    await delay(30 + 97 * round)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (const [at, bytes] of read().entries())
      expect([before[at], written[at]].indexOf(bytes), NAMES[at]!).not.toBe(-1)
  }

  const last = openWriting({ folder, libraryDir })
  await last.writer.flush()
  for (;;) if (last.catalog.changes.undo().changeId === null) break
  expect(await last.writer.flush()).toMatchObject({ pending: 0, failed: 0 })
  expect(read()).toEqual(before)
  expect(readdirSync(folder).toSorted()).toEqual(NAMES)
})
