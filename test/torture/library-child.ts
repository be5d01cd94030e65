import { createLibrary } from '../../src-main/library/library.ts'
import { resourcesDir } from '../fixtures/folders.ts'

/** The library of a torture run in its own process, which may be killed at any moment. */
export type Request = { id: number; area: string; name: string; input: unknown }
export type Reply = { id: number; result?: unknown; error?: string } | { ready: true }

type Area = Record<string, (input: unknown) => Promise<unknown>>
type Calls = Record<string, Area>

const [libraryDir = '', modelsDir = ''] = process.argv.slice(2)
const write = (level: string) => (message: string, details?: unknown) =>
  process.stderr.write(`${level} ${message} ${JSON.stringify(details ?? {})}\n`)
const log = { debug: () => {}, info: () => {}, warn: write('warn'), error: write('error') }
const library = await createLibrary({ libraryDir, resourcesDir, modelsDir, log, owner: 'torture', watch: true })
const host = library.hostCalls as unknown as Area
const own: Area = { examine: () => library.examine(), close: () => library.close() }
const areaOf = (area: string): Area =>
  area === 'host' ? host : area === 'own' ? own : (library.calls as unknown as Calls)[area]!

async function answer({ id, area, name, input }: Request): Promise<Reply> {
  try {
    return { id, result: await areaOf(area)[name]!(input) }
  } catch (error) {
    return { id, error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

process.on('message', (request: Request) => void answer(request).then((reply) => process.send?.(reply)))
process.on('disconnect', () => process.exit(1))
process.send?.({ ready: true } satisfies Reply)
