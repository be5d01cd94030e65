/** Whether the system said that nothing is at a path. */
export const isEnoent = (error: unknown): boolean => {
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
