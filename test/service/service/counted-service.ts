import { createHook } from 'node:async_hooks'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createService } from '../../../src-main/service/service.ts'
import { openStandInEngine } from '../../fixtures/cluster/stand-in-engine.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { KEY, SECRET, type Counts, type Message } from './counts.ts'

/**
 * The process of a complete service that counts its open resources. Started with `--expose-gc`, its data folder and its
 * engine; answers each message with its counts, and ends with its parent.
 */
const [dataDir, engine] = process.argv.slice(2) as [string, 'stand-in' | 'real']
const OPEN_FILES = '/dev/fd'
const kinds = new Map([
  ['FILEHANDLE', 'handles'],
  ['TCPWRAP', 'sockets'],
  ['Timeout', 'timers'],
] as const)

const living = new Map<number, 'handles' | 'sockets' | 'timers'>()
createHook({
  init(id, type) {
    const kind = kinds.get(type as 'Timeout')
    if (kind !== undefined) living.set(id, kind)
  },
  destroy: (id) => void living.delete(id),
}).enable()

const say = (message: Message) => void process.send?.(message)
const log = (...line: unknown[]) => say({ logged: line })
const service = await createService({
  host: '127.0.0.1',
  port: 0,
  dataDir,
  resourcesDir,
  modelsDir: join(dataDir, 'models'),
  key: KEY,
  secret: SECRET,
  limits: { bodyIdleMs: 1000, headersMs: 1500, bufferedBytes: 1_000_000 },
  graceMs: 0,
  log: { debug() {}, info() {}, warn: log, error: log },
  ...(engine === 'stand-in' && { openEngine: (portsOf) => openStandInEngine({ delayMs: 20, atOnce: 8 }, portsOf) }),
})
process.on('message', () => say({ counts: count() }))
process.once('disconnect', () => void service.close())
say({ address: service.address })

function count(): Counts {
  gc!()
  const counts = { files: 0, handles: 0, sockets: 0, timers: 0, temporary: 0 }
  for (const kind of living.values()) counts[kind] += 1
  for (const folder of [join(dataDir, 'uploads', 'passing'), tmpdir()]) counts.temporary += readdirSync(folder).length
  if (existsSync(OPEN_FILES)) counts.files = readdirSync(OPEN_FILES).length
  return counts
}
