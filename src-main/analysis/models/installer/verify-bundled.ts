import { readFile } from 'node:fs/promises'
import { hashFile } from '../../../base/files/hash.ts'

/**
 * True where a bundled model's file is the one that the build wrote: its hash is the second word of the `.stamp` beside
 * it.
 */
export async function verifyBundled(file: string): Promise<boolean> {
  const stamp = await readFile(file.replace(/\.onnx$/, '.stamp'), 'utf8').catch(() => '')
  return stamp !== '' && stamp.trim().split(' ')[1] === (await hashFile(file))
}
