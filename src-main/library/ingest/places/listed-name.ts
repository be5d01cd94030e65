import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isSameInOtherForm } from '../identity/name-form.ts'

/**
 * The listed name of a folder's entry. File systems that treat several forms of a name as one (case, form of accents)
 * list one of them, but events and persons may use any.
 */
export async function listedName(folder: string, name: string): Promise<string> {
  if (!(await takesFormsForOne(folder, name))) return name
  const names: string[] = await readdir(folder).catch(() => [])
  if (names.includes(name)) return name
  return names.find((each) => isSameInOtherForm(each, name)) ?? name
}

/** A path with all its names as listed; missing entries keep their names. */
export async function listedPath(full: string): Promise<string> {
  const folder = path.dirname(full)
  if (folder === full) return full
  const listed = await listedPath(folder)
  return path.join(listed, await listedName(listed, path.basename(full)))
}

/** Whether another form of this name is the same file: one check each instead of a list of the whole folder. */
async function takesFormsForOne(folder: string, name: string): Promise<boolean> {
  const here = await inodeAt(path.join(folder, name))
  if (here === null) return false
  for (const form of new Set([swapCase(name), name.normalize('NFC'), name.normalize('NFD')]))
    if (form !== name && (await inodeAt(path.join(folder, form))) === here) return true
  return false
}

const swapCase = (name: string) =>
  name.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

async function inodeAt(target: string): Promise<string | null> {
  const stats = await lstat(target, { bigint: true }).catch(() => null)
  return stats === null ? null : `${stats.dev}:${stats.ino}`
}
