/** The folder whose children complete a half-typed path: everything up to the last separator, without it. */
export function parentPath(path: string, separator: string): string {
  const end = path.lastIndexOf(separator)
  return end <= 0 ? separator : path.slice(0, end)
}

/** Removes spaces around a path and separators at its end. */
export function trimPath(path: string, separator: string): string {
  let end = path.trim()
  while (end.length > 1 && end.endsWith(separator)) end = end.slice(0, -1)
  return end
}

/** The root that contains a path, or is it; undefined if none does. */
export function rootOfPath(path: string, roots: readonly string[], separator: string): string | undefined {
  const within = (root: string) => path === root || path.startsWith(root.endsWith(separator) ? root : root + separator)
  return roots.filter(within).toSorted((a, b) => b.length - a.length)[0]
}

/** The folders from a root down to a path, both included; empty if no root contains it. */
export function stepsTo(path: string, roots: readonly string[], separator: string): string[] {
  const root = rootOfPath(path, roots, separator)
  if (root === undefined) return []
  const start = root.endsWith(separator) ? root.slice(0, -1) : root
  const names = path.slice(start.length).split(separator).filter(Boolean)
  return [root, ...names.map((_name, index) => [start, ...names.slice(0, index + 1)].join(separator))]
}

/** The folder of a photo's file, even if the file is missing. */
export function folderPath({ path }: { path: string }): string {
  return path.replace(/[\\/][^\\/]*$/, '')
}

/** The command that allows a folder, quoted for a shell of the machine. */
export function commandFor(path: string, platform: string): string {
  const quoted = platform === 'win32' ? `"${path}"` : `'${path.replaceAll("'", String.raw`'\''`)}'`
  return `npx lumafold allow ${quoted}`
}
