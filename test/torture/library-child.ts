import { createCore } from '../../src-main/core/core.ts'
import { resourcesDir } from '../fixtures/folders.ts'

/** The library of a torture run in a process of its own, which may be killed at any moment. */
export type Request = { id: number; area: string; name: string; input: unknown }
export type Reply = { id: number; result?: unknown; error?: string } | { ready: true }

type Calls = Record<string, Record<string, (input: unknown) => Promise<unknown>>>

const [libraryDir = '', modelsDir = ''] = process.argv.slice(2)
const write = (level: string) => (message: string, details?: unknown) =>
  process.stderr.write(`${level} ${message} ${JSON.stringify(details ?? {})}\n`)
const log = { debug: () => {}, info: () => {}, warn: write('warn'), error: write('error') }
const core = await createCore({ libraryDir, resourcesDir, modelsDir, log, owner: 'torture', watch: true })
const calls = { ...(core.library as unknown as Calls), host: core.hostCalls as unknown as Calls[string] } as Calls
calls['core'] = { examine: () => core.examine(), close: () => core.close() }

async function answer({ id, area, name, input }: Request): Promise<Reply> {
  try {
    return { id, result: await calls[area]![name]!(input) }
  } catch (error) {
    return { id, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

process.on('message', (request: Request) => void answer(request).then((reply) => process.send?.(reply)))
process.on('disconnect', () => process.exit(1))
process.send?.({ ready: true } satisfies Reply)
