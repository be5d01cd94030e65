import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

test('metadata is written on request, reported, and undone', async () => {
  const dir = tempFolder('cli')
  const photos = join(dir, 'photos')
  mkdirSync(photos)
  const photo = join(photos, 'a.jpg')
  const picture = await drawPicture({ width: 64, height: 48 })
  writeFileSync(photo, picture)
  const sidecar = `${photo}.xmp`
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runHere(dir, ...args)
    expect(code, stderr).toBe(0)
    return stdout.trim()
  }
  await run('add', photos)
  await run('rate', photo, '4')
  expect(await run('metadata')).toBe('Metadata are written nowhere.')
  expect(existsSync(sidecar)).toBe(false)

  expect(await run('metadata', 'sidecars')).toBe('Metadata are written beside photos; everything is written.')
  expect(readFileSync(sidecar, 'utf8')).toContain('<xmp:Rating>4</xmp:Rating>')
  await run('tag', photo, '--add', 'boat')
  expect(readFileSync(sidecar, 'utf8')).toContain('<rdf:li>boat</rdf:li>')

  writeFileSync(sidecar, readFileSync(sidecar, 'utf8').replace('>4<', '>2<'))
  await run('rate', photo, '5')
  expect(await run('metadata', 'conflicts')).toBe('a.jpg: rating is 5 here and 2 in its sidecar')
  expect(await run('metadata')).toContain('1 conflict')
  writeFileSync(sidecar, readFileSync(sidecar, 'utf8').replace('>2<', '>4<'))
  expect(await run('metadata', 'write')).toContain('everything is written')

  for (let step = 0; step < 3; step++) await run('undo')
  expect(existsSync(sidecar)).toBe(false)
  expect(await run('metadata', 'off')).toBe('Metadata are written nowhere.')
}, 180_000)
