import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { startStandInNode } from '../../fixtures/cluster/node-process.ts'
import type { NodeReport, NodeSettings } from '../../fixtures/cluster/stand-in-node.ts'
import { makeTempFolder, removeFolder } from '../../fixtures/folders.ts'

type BenchSettings = Pick<NodeSettings, 'database' | 'delayMs' | 'atOnce'>
export type RunningNode = {
  address: string
  report(): Promise<NodeReport>
  stop(): Promise<void>
}

/** Starts a node with a simulated engine, in its own process and folder. */
export async function startNode(settings: BenchSettings, dataDir?: string): Promise<RunningNode> {
  const own = dataDir === undefined ? makeTempFolder('node') : undefined
  const { child, address } = await startStandInNode({
    ...settings,
    port: 0,
    objects: undefined,
    drainMs: 0,
    dataDir: dataDir ?? own!,
  })
  return {
    address,
    report: async () => {
      child.send('report')
      return next<NodeReport>(child)
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill()
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
