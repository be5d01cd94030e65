import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'
import type { NodeReport, NodeSettings } from './node.ts'

export type RunningNode = {
  address: string
  report(): Promise<NodeReport>
  stop(): Promise<void>
}

/** Starts a node with the stand-in for an engine, in a process and a folder of its own. */
export async function startNode(settings: Omit<NodeSettings, 'dataDir'>, dataDir?: string): Promise<RunningNode> {
  const own = dataDir === undefined ? makeTempFolder('node') : undefined
  const environment = { ...process.env, NODE_SETTINGS: JSON.stringify({ ...settings, dataDir: dataDir ?? own }) }
  const child = fork(join(import.meta.dirname, 'node.ts'), {
    env: environment,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const address = await next<string>(child)
  return {
    address,
    report: async () => {
      child.send('report')
      return next<NodeReport>(child)
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
      if (own !== undefined) removeFolder(own)
    },
  }
}

async function next<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the node ended with ${String(code)}`)))
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T]
  ended.catch(() => undefined)
  return message
}
