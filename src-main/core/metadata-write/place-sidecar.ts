import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DueSidecar } from '../catalog/catalog.ts'
import { isItsFile } from '../ingest/reconcile/is-its-file.ts'
import { FolderSidecars } from '../metadata/sidecar-paths.ts'
import { hashOf } from './patch/hash-of.ts'
import { ownsPlainName } from './plan/choose-sidecar.ts'
import { ChangedMeanwhile, replaceFile } from './replace-file.ts'

/**
 * Puts a sidecar beside its photo, under the form of name that it had. False where another one lies there, which stays
 * as it is. Rejects with the system's errors, and where another photo took the place.
 */
export async function placeSidecar(sidecar: DueSidecar, roots: readonly string[]): Promise<boolean> {
  const { path: photo, form, hash, content: bytes } = sidecar
  if (!(await isItsFile(sidecar))) throw new ChangedMeanwhile()
  const { dir, base, name } = path.parse(photo)
  const names = await readdir(dir)
  const isOfStem = form === 'name.xmp' && ownsPlainName(base, names)
  const { ofFile, ofStem } = new FolderSidecars(names).of(base)
  const present = isOfStem ? ofStem : ofFile
  if (present !== undefined) return hashOf(await readFile(path.join(dir, present))) === hash
  const place = path.join(dir, `${isOfStem ? name : base}.xmp`)
  await replaceFile({ path: place, beforeHash: '', bytes, temporary: null, photo, roots })
  return true
}
