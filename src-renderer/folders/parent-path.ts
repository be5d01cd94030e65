/** The folder whose children complete a half-typed path: everything up to the last separator, without it. */
export function parentPath(path: string, separator: string): string {
  const end = path.lastIndexOf(separator)
  return end <= 0 ? separator : path.slice(0, end)
}

/** A path without spaces around it and without separators at its end. */
export function trimPath(path: string, separator: string): string {
  let end = path.trim()
  while (end.length > 1 && end.endsWith(separator)) end = end.slice(0, -1)
  return end
}

/** The folder that a photo's file lies in, or lay in. */
export function folderPath({ path }: { path: string }): string {
  return path.replace(/[\\/][^\\/]*$/, '')
}
