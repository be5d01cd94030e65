/** The code of a system's error, such as `ENOENT`; empty if it has none. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether the system says that nothing is at a path; any other error says nothing about what is there. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** For `catch`: the value that stands for a file that is not there. Other errors are thrown. */
export const absentAs =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isAbsent(error)) return value
    throw error
  }
