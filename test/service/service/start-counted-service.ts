import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import { until } from '../../fixtures/until.ts'
import type { Counts, Message } from './counts.ts'

export type CountedService = Awaited<ReturnType<typeof startCountedService>>

/** Starts a service that counts its open resources; pending waits reject once its process has ended. */
export async function startCountedService(engine: 'stand-in' | 'real') {
  const folder = makeTempFolder('abandoned')
  const temporary = join(folder, 'temporary')
  const dataDir = join(folder, 'data')
  mkdirSync(temporary)
  const child = fork(join(import.meta.dirname, 'counted-service.ts'), [dataDir, engine], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, TMPDIR: temporary },
    silent: true,
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  const failed = ended.then(({ code }) => Promise.reject(new Error(`The service ended with ${code}: ${output}`)))
  failed.catch(() => {}) // reported to whoever waits
  const whileItRuns = <T>(work: Promise<T>): Promise<T> => Promise.race([work, failed])

  const logged: unknown[] = []
  child.on('message', (message: Message) => void ('logged' in message && logged.push(message.logged)))
  const hear = async (key: 'address' | 'counts') => {
    for (;;) {
      const [message] = (await whileItRuns(once(child, 'message'))) as [Message]
      if (key in message) return message
    }
  }
  const { address } = (await hear('address')) as { address: string }
  return {
    address,
    logged,
    whileItRuns,
    /** Counts, each after a garbage collection, until they match. */
    async untilCounted(what: string, isSo: (counts: Counts) => boolean): Promise<Counts> {
      let last: Counts | undefined
      await until(what, async () => {
        child.send('count')
        last = ((await hear('counts')) as { counts: Counts }).counts
        return isSo(last)
      }).catch((cause: unknown) => {
        throw new Error(`${String(cause)} Last: ${JSON.stringify(last)}`, { cause })
      })
      return last!
    },
    remove() {
      child.kill('SIGKILL')
      removeFolder(folder)
    },
  }
}
