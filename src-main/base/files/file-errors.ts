/** The code of a system error, such as `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether the system says that nothing exists at a path; any other error leaves that open. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** For `catch`: returns a value for a file that does not exist. Rethrows other errors. */
export const absentAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isAbsent(error)) return value
    throw error
  }

/** For `catch`: returns a value if the system cannot give a file. Rethrows errors of the program. */
export const unreadableAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (typeof (error as { syscall?: unknown } | null)?.syscall === 'string') return value
    throw error
  }
