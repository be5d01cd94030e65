import path from 'node:path'

/** Moved folders: `from` is where another program last saw one. */
export type MovedRoot = { from: string; to: string }

/**
 * A path of another program as a path of this machine, with moved folders replaced; the longest matching one counts.
 * `.` is the folder of sidecars or of a table. Case is ignored in folders of Windows.
 */
export function movePath(foreign: string, moved: readonly MovedRoot[]): string {
  const isRelative = !/^(\/|[a-z]:)/i.test(foreign)
  const whole = moved.find(({ from }) => from === '.')
  if (isRelative && whole !== undefined) return path.join(whole.to, foreign)
  const found = moved
    .map(({ from, to }) => ({ from: withoutEnd(from.replaceAll('\\', '/')), to }))
    .filter(({ from }) => isWithin(foreign, from))
    .toSorted((a, b) => b.from.length - a.from.length)[0]
  if (found === undefined) return foreign
  return path.join(found.to, foreign.slice(found.from.length))
}

const withoutEnd = (folder: string) => (folder.length > 1 ? folder.replace(/\/$/, '') : folder)

function isWithin(file: string, folder: string): boolean {
  const hasDrive = /^[a-z]:/i.test(folder)
  const [inner, outer] = hasDrive ? [file.toLowerCase(), folder.toLowerCase()] : [file, folder]
  return inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}
