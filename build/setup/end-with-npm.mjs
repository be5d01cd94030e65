const LOOK_MS = 250

/**
 * Ends a program when the npm or npx that started this one has ended. npm sends a signal only to its shell, which ends
 * without passing it on; a program that was started otherwise outlives its shell, as people expect. Returns a function
 * that stops the watching.
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

/** On systems that keep the process id of an ended parent, such as Windows, only this shows that it has ended. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
