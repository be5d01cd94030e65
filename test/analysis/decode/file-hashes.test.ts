import { createHash } from 'node:crypto'
import { openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileBytes } from '../../../src-main/analysis/decode/file-bytes.ts'
import { hashBytes, hashFile } from '../../../src-main/analysis/decode/file-hashes.ts'
import { readPhotoFile } from '../../../src-main/analysis/decode/read-photo-file.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'

test('a file has the same hashes from the disk and from memory', { tags: 'night' }, async () => {
  for (const format of ['jpeg', 'png', 'tiff', 'webp', 'gif', 'avif'] as const) {
    const bytes = await drawPicture({ width: 900, height: 600, format })
    const path = join(tempFolder(), `a.${format}`)
    writeFileSync(path, bytes)
    const hashes = await hashFile(path)
    expect(hashes, format).toEqual(hashBytes(bytes))
    expect(hashes.contentHash).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(await (await readPhotoFile(path)).hashes(), format).toEqual(hashes)
  }
})

test('a file is read at any offset within its bounds', () => {
  const path = join(tempFolder(), 'numbers')
  const bytes = Buffer.from(Uint32Array.from({ length: 300_000 }, (_, i) => i).buffer)
  writeFileSync(path, bytes)
  const file = new FileBytes(openSync(path, 'r'), bytes.length)
  for (const [start, end] of [
    [0, 4],
    [1_000_000, 1_000_008],
    [600_000, 900_000],
    [4, 8],
    [1_199_996, 2_000_000],
    [-5, 3],
    [5_000_000, 6_000_000],
  ] as const)
    expect(file.subarray(start, end).equals(bytes.subarray(Math.max(0, start), end)), `${start}`).toBe(true)
})

test("hashes of released bytes are not computed, and a caller's bytes stay", async () => {
  const bytes = await drawPicture({ width: 90, height: 60 })
  const path = join(tempFolder(), 'a.jpg')
  writeFileSync(path, bytes)
  const [early, late, own] = [await readPhotoFile(path), await readPhotoFile(path), await readPhotoFile(bytes)]
  const hashes = await early.hashes()
  for (const file of [early, late, own]) file.giveBack()
  expect(await early.hashes()).toEqual(hashes)
  await expect(late.hashes()).rejects.toThrow('before its memory is given back')
  expect(await own.hashes()).toEqual(hashes)
})
