import path from 'node:path'

/**
 * Where a file may lie that another program names by a path: there, in each Unicode form; or, where that program does
 * not say where the first folder lies, in the watched folders. A watched folder `/media/disk/Pictures` holds
 * `Pictures/2024/a.jpg` as well as `2024/a.jpg`.
 */
export function possiblePaths(file: string, roots: readonly string[]): string[] {
  if (path.isAbsolute(file)) return formsOf(path.normalize(file))
  if (/^[a-z]:/i.test(file)) return [] // of a drive that this machine does not have
  return roots.flatMap((root) => inRoot(root, file)).flatMap(formsOf)
}

function inRoot(root: string, file: string): string[] {
  const names = file.split('/')
  const rootNames = root.split(path.sep)
  const counts = names
    .map((_, count) => count)
    .filter((count) => isSame(rootNames.slice(rootNames.length - count), names))
  return counts.map((count) => path.join(root, ...names.slice(count)))
}

/** Whether the last names of a root are the first ones of a file. */
const isSame = (ends: readonly string[], names: readonly string[]): boolean =>
  ends.every((name, place) => name.normalize() === names[place]!.normalize())

const formsOf = (file: string): string[] => [...new Set([file, file.normalize('NFC'), file.normalize('NFD')])]
