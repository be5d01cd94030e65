/** Whether the system refused access, as it does for want of a permission. */
export function isForbidden(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'EACCES' || code === 'EPERM'
}

/** Whether the system says that there is nothing at a path; any other error says nothing about what is there. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

export function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | null)?.code ?? 'unknown error')
}

/** Why a watched folder cannot be looked into, and what to do about it. */
export function describeAccess(folder: string, error: unknown, platform: NodeJS.Platform = process.platform): string {
  const code = codeOf(error)
  if (isForbidden(error))
    return `${folder} may not be read (${code}). ${permissionRemedy(platform)} Its photos are kept.`
  if (code === 'ENOENT') return `${folder} is not there. ${connect} Its photos are kept.`
  if (code === 'ENOTDIR') return `${folder} is a file now, not a folder. Put the folder back. Its photos are kept.`
  return `${folder} cannot be read (${code}). Check its drive or its connection. Its photos are kept.`
}

const connect = 'Connect its drive, or say where the folder is now (Locate in its menu, or "lumafold locate OLD NEW").'

/** How a person lets the program read a folder. */
export function permissionRemedy(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Allow it in System Settings, Privacy & Security, Files and Folders.'
  if (platform === 'win32') return 'Give this user the permission in the properties of the folder, Security.'
  return 'Give this user the permission, for example with "chmod u+rX", or ask the owner of the folder.'
}

export function describeOtherVolume(folder: string): string {
  return `Another drive, or the empty place of one, is at ${folder}. ${connect} Its photos are kept.`
}

export function describeEmptied(folder: string): string {
  return `${folder} is empty, and held photos. ${connect} Its photos are kept; to let go of them, remove the folder from the library.`
}

const nounOf = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)

/** Folders and photos below a root that cannot be read; empty where there are none. */
export function describeUnreadable(paths: readonly string[], platform: NodeJS.Platform = process.platform): string {
  const [first] = paths
  if (first === undefined) return ''
  return `${nounOf(paths.length, 'place')} cannot be read, for example ${first}. ${permissionRemedy(platform)}`
}

/** Names that are not UTF-8 below a root; empty where there are none. */
export function describeUnusable(names: readonly string[]): string {
  const [first] = names
  if (first === undefined) return ''
  return `${nounOf(names.length, 'name')} cannot be used since they are not valid UTF-8, for example ${first}. Rename what they belong to, for example with "convmv -r -f latin1 -t utf8 --notest".`
}
