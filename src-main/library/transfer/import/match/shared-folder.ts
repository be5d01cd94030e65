/**
 * The deepest common folder of these files of another program, `.` for its own if their paths begin there; null without
 * files, or if they share none.
 */
export function sharedFolder(paths: readonly string[]): string | null {
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  const [first] = folders
  if (first === undefined) return null
  const isShared = (place: number) => folders.every((names) => names[place] === first[place])
  const end = first.findIndex((_, place) => !isShared(place))
  const shared = first.slice(0, end < 0 ? first.length : end).join('/')
  if (shared !== '') return shared
  return paths.every((path) => !/^(\/|[a-z]:)/i.test(path)) ? '.' : null
}
