import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import WebSocket from 'ws'
import type { LibraryContract } from '../../../src-main/contract/library/library-contract.ts'
import type { ShellContract } from '../../../src-main/contract/shell/contract.ts'
import { repositoryDir } from '../../fixtures/folders.ts'
import { waitForOutput } from '../../shells/cli/run-cli.ts'

export type WindowClient = {
  library: ContractRouterClient<LibraryContract>
  shell: ContractRouterClient<ShellContract>
}

/** A library in its own process, as `lumafold serve` runs it, with a connected window. */
export type ServedLibrary = { process: ChildProcess; client: WindowClient; close(): void }

/** Where the program keeps its data and its temporary files. */
type Places = { dataDir: string; temporary: string }
/** `folder` is added to the library; the window may name folders below `root`. */
type Serving = Places & { root: string; folder: string }

function startProgram({ dataDir, temporary }: Places, args: readonly string[]): ChildProcess {
  const main = join(repositoryDir, 'src-main/shells/cli/main.ts')
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...process.env, LUMAFOLD_DATA_DIR: dataDir, TMPDIR: temporary, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Starts the program and connects a window. */
export async function serveLibrary({ root, folder, ...places }: Serving): Promise<ServedLibrary> {
  const program = startProgram(places, ['serve', '--port', '0', '--root', root, '--add', folder])
  const address = (await waitForOutput(program, /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/)).trim()
  const { origin, host, hash } = new URL(address)
  const socket = new WebSocket(`ws://${host}/rpc?${hash.slice(1)}`, { headers: { origin } })
  // A connection to a killed process fails; its calls are rejected.
  socket.on('error', () => undefined)
  await new Promise((resolve, reject) =>
    socket.once('open', resolve).once('close', () => reject(new Error('It refuses the window.'))),
  )
  const client = createORPCClient<WindowClient>(new RPCLink({ websocket: socket as never }))
  return { process: program, client, close: () => socket.terminate() }
}

/** Ids of a process's living children. Linux only. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => parentOf(each) === pid)
}

function parentOf(pid: number): number | null {
  try {
    // The name in brackets may hold anything; the state and the parent follow it.
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    return Number(after.split(' ')[1])
  } catch {
    return null // it has ended meanwhile
  }
}
