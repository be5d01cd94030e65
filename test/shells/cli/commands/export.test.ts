import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLibrary } from '../../../library/library/open-test-library.ts'
import { drawPhotos } from '../../../fixtures/pictures.ts'
import { runHere } from '../run-here.ts'

/** A library of seven photos, analysed or not. */
async function openLibrary() {
  const { dir, photosDir } = makeLibrary()
  await drawPhotos(photosDir, 7)
  const run = (...args: string[]) => runHere(dir, ...args)
  expect((await run('add', photosDir)).stdout).toContain('7 photos')
  return { dir, run }
}

test('a contact sheet reports its number of photos', async () => {
  const { dir, run } = await openLibrary()
  const target = join(dir, 'sheet')
  const result = await run('export', '--all', '--sheet', '--title', 'Summer', '--to', target)
  expect(result).toMatchObject({ code: 0, stdout: `7 photos on a contact sheet in ${target}\n` })
  expect(existsSync(target)).toBe(true)
})
