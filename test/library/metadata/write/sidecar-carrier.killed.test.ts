/** @module-tag night */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileInfoOf, foundFileOf } from '../../../../src-main/library/ingest/reconcile/found-file.ts'
import { repositoryDir, tempFolder } from '../../../fixtures/folders.ts'
import { choose, openWriting } from './writing.ts'

type Step = { name: string; moment: 'before' | 'after' }

/** A process that moves sidecars after their photos, and is killed before or after it records a step. */
function program(libraryDir: string, { name, moment }: Step): string {
  const from = (file: string) => JSON.stringify(join(repositoryDir, file))
  return `
    const { openCatalog } = await import(${from('src-main/library/catalog/open-catalog.ts')})
    const { SidecarCarrier } = await import(${from('src-main/library/metadata/write/sidecar-carrier.ts')})
    const { folders, metadataWrites } = openCatalog(${JSON.stringify(libraryDir)})
    const die = (name, moment) => {
      if (name === '${name}' && moment === '${moment}') process.kill(process.pid, 'SIGKILL')
    }
    const sidecars = new Proxy(metadataWrites.sidecars, {
      get: (target, name) => (...parameters) => {
        die(name, 'before')
        const result = target[name](...parameters)
        die(name, 'after')
        return result
      },
    })
    const log = { warn: (message, details) => console.error(message, details) }
    await new SidecarCarrier({ catalog: { folders, metadataWrites: { sidecars } }, log }).carry(Date.now(), [])
  `
}

/** Three photos with sidecars; two swapped their names and one has a new name, as a scan records it. */
async function openMoved() {
  const libraryDir = tempFolder('library')
  const library = openWriting({ folder: tempFolder('photos'), libraryDir })
  const { add, catalog, path, rate, root, text, writer } = library
  const ids = await add('a.jpg', 'b.jpg', 'c.jpg')
  await choose(library, 'sidecars')
  for (const [at, id] of ids.entries()) rate(id, at + 1)
  await writer.flush()
  const before = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => text(`${name}.xmp`))
  renameSync(path('a.jpg'), path('x.jpg'))
  renameSync(path('b.jpg'), path('a.jpg'))
  renameSync(path('x.jpg'), path('b.jpg'))
  renameSync(path('c.jpg'), path('d.jpg'))
  const folderId = catalog.folders.ensure(root.id, '')
  const files = catalog.files.known(root.id).toSorted((one, other) => one.photoId - other.photoId)
  catalog.files.settle(
    ['b.jpg', 'a.jpg', 'd.jpg'].map((name, at) => ({
      ...fileInfoOf(folderId, foundFileOf('', name, statSync(path(name), { bigint: true }))),
      fileId: files[at]!.fileId,
      isChanged: false,
    })),
  )
  catalog.close()
  return { libraryDir, folder: library.folder, before, ids }
}

const sidecarsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.xmp'))

test.each<Step & { left: string[] }>([
  { name: 'keep', moment: 'after', left: ['a.jpg.xmp', 'b.jpg.xmp', 'c.jpg.xmp'] },
  { name: 'kept', moment: 'before', left: ['c.jpg.xmp'] },
  { name: 'placed', moment: 'before', left: ['b.jpg.xmp', 'c.jpg.xmp'] },
  { name: 'placed', moment: 'after', left: ['b.jpg.xmp', 'c.jpg.xmp'] },
  { name: 'forget', moment: 'before', left: ['a.jpg.xmp', 'b.jpg.xmp', 'c.jpg.xmp', 'd.jpg.xmp'] },
])('sidecars follow to the byte, and once, if the process is killed $moment it records "$name"', async (step) => {
  const { libraryDir, folder, before, ids } = await openMoved()
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(libraryDir, step)], { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(sidecarsIn(folder)).toEqual(step.left)

  const { detail, text, writer } = openWriting({ folder, libraryDir })
  expect(await writer.flush()).toMatchObject({ pending: 0, failed: 0, conflicts: 0 })
  expect(sidecarsIn(folder)).toEqual(['a.jpg.xmp', 'b.jpg.xmp', 'd.jpg.xmp'])
  expect(['b.jpg.xmp', 'a.jpg.xmp', 'd.jpg.xmp'].map(text)).toEqual(before)
  expect(ids.map((id) => detail(id).rating)).toEqual([1, 2, 3])
})
