import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashBytes, hashFile, hashFileSync, hashIfReadable } from '../../../src-main/base/files/hash.ts'
import { tempFolder } from '../../fixtures/folders.ts'

test('a file has the hash of its bytes, however it is read', async () => {
  const file = join(tempFolder(), 'file')
  const bytes = Buffer.alloc(2_500_000, 'abc')
  await writeFile(file, bytes)
  expect(hashBytes(Buffer.from('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect([await hashFile(file), hashFileSync(file), await hashIfReadable(file)]).toEqual(
    Array.from({ length: 3 }, () => hashBytes(bytes)),
  )
})

test('an unreadable file is an error, or an empty hash; a signal and its sibling stop reading', async () => {
  const folder = tempFolder()
  await expect(hashFile(folder)).rejects.toThrow('EISDIR')
  expect(await hashIfReadable(join(folder, 'none'))).toBe('')
  const file = join(folder, 'file')
  await writeFile(file, 'text')
  await expect(hashFile(file, AbortSignal.abort(new Error('closed')))).rejects.toThrow()
  const stop = () => {
    throw new Error('enough')
  }
  expect(() => hashFileSync(file, stop)).toThrow('enough')
})
