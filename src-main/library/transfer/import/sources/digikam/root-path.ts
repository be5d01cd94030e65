/**
 * The path of a collection. digiKam identifies its disk by a path, which is used; or by the disk's number or label,
 * which do not show where it is mounted, so that the path then begins with the first folder on it.
 */
export function rootPath(identifier: string, specificPath: string): string {
  const inside = specificPath.replace(/^\/+|\/+$/g, '')
  const found = /[?&](?:path|mountpath)=([^&]*)/.exec(identifier)
  if (found === null) return inside
  return `${decode(found[1]!).replace(/\/$/, '')}/${inside}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a percent sign in a name that was not encoded
  }
}
