/** @module-tag night */

import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readXmpDocument, textOfProperty } from '../../../../src-main/base/formats/xmp/xmp-document.ts'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { openWriting, choose } from './writing.ts'

const PHOTOS = 40

/** A process that rates all photos and writes, over and over; it prints which rating it gave. */
function program(libraryDir: string): string {
  const from = (file: string) => JSON.stringify(join(repositoryDir, file))
  return `
    const { openCatalog } = await import(${from('src-main/library/catalog/open-catalog.ts')})
    const { MetadataWriter } = await import(${from('src-main/library/metadata/write/metadata-writer.ts')})
    const { prepare } = await import(${from('src-main/library/metadata/plan/prepare.ts')})
    const quiet = () => undefined
    const catalog = openCatalog(${JSON.stringify(libraryDir)})
    const writer = new MetadataWriter({ catalog, log: { warn: quiet, error: quiet }, onAdopted: quiet, onChanged: quiet,
      prepare: (requests) => Promise.all(requests.map((request) => prepare(request, null))) })
    for (let round = 1; ; round++) {
      const ids = Array.from({ length: ${PHOTOS} }, (_, i) => i + 1)
      catalog.changes.apply({ kind: 'rate', ids, rating: 1 + round % 5 })
      console.log(1 + round % 5)
      await writer.flush()
    }
  `
}

test('a process killed while writing leaves complete sidecars, and the next one writes the rest', async () => {
  const libraryDir = tempFolder('library')
  const folder = tempFolder('photos')
  const first = openWriting({ folder, libraryDir })
  await first.add(...Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`))
  await choose(first, 'sidecars')
  first.catalog.close()

  let last = ''
  for (let round = 0; round < 4; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(libraryDir)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdout.on('data', (chunk) => {
      last = String(chunk).trim().split('\n').at(-1)!
    })
    await once(child.stdout, 'data')
    await delay(37 * round)
    child.kill('SIGKILL')
    await once(child, 'close') // unlike `exit` it comes after the process's last output
    // A file in progress has its own name, which the next writer removes.
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.xmp') && !each.startsWith('.lumafold-')))
      expect(ratingIn(join(folder, name)), name).toMatch(/^[1-5]$/)
  }

  const { writer, catalog } = openWriting({ folder, libraryDir })
  const given = catalog.photos.tiles([1])[0]!.rating
  // A process killed right after a change has not printed it yet.
  expect([last, String(1 + (Number(last) % 5))]).toContain(String(given))
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
  const names = readdirSync(folder)
  expect(names).toHaveLength(2 * PHOTOS)
  for (const name of names.filter((each) => each.endsWith('.xmp')))
    expect(ratingIn(join(folder, name))).toBe(String(given))
  for (;;) if (catalog.changes.undo().changeId === null) break
  await writer.flush()
  expect(readdirSync(folder)).toHaveLength(PHOTOS)
})

function ratingIn(file: string): string | null {
  const document = readXmpDocument(readFileSync(file))
  if ('problem' in document) throw new Error(`${file}: ${inEnglish(document.problem)}`)
  return textOfProperty(document, 'xmp:Rating')
}
