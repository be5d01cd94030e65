import { readFile } from 'node:fs/promises'

/**
 * When a process began, as the system counts it; null where the system does not say. Two processes with one number
 * differ in it.
 */
export async function startMark(pid: number): Promise<string | null> {
  if (process.platform !== 'linux') return null
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The program's name, in brackets, may hold spaces: fields are counted after it. Field 22 is the start time in clock
  // ticks.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

/** Whether a process is running and, where that can be told, still the same one. */
export async function isRunning(pid: number, started: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const mark = await startMark(pid)
  return started === null || mark === null || mark === started
}
