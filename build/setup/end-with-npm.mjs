const LOOK_MS = 250

/**
 * Ends a program when the npm or npx that started this one is gone. npm hands a signal to its shell only, which ends
 * without a word to what it runs; a program that was started otherwise outlives its shell, as people expect. Gives what
 * stops the looking.
 */
export function endWithNpm(child) {
  if (process.env.npm_command === undefined) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Where a process keeps the number of a parent that has ended, as on Windows, only this tells. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
