import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAnalysis } from '../../src-main/service/analysis/analysis.ts'
import type { CallAnswer, OperationCall } from '../../src-main/analysis/operations/calls.ts'
import type { TagRecord } from '../../src-main/contract/analysis/operations/tags.ts'
import type { Account, HeldPicture } from '../../src-main/service/ports/ports.ts'
import { standInAnswer } from '../fixtures/cluster/stand-in-engine.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../fixtures/folders.ts'
import { drawPicture } from '../fixtures/pictures.ts'
import { silentLog } from '../service/temp-data.ts'

export type Engine = 'real' | 'stand-in'

/** A picture, and the findings that the service must give: known in advance, from the engine alone. */
export type Picture = {
  number: number
  bytes: Buffer
  tags: readonly TagRecord[]
  /** Of length 1. */
  vector: Float32Array
  modelId: string
}

type Answers = readonly [CallAnswer<'tags'>, CallAnswer<'contentVector'>]
const calls = [{ operation: 'tags', given: {} }, { operation: 'contentVector' }] as const satisfies OperationCall[]

/** Draws pictures that differ, and has the engine analyse each of them. */
export async function drawPictures(engine: Engine, count: number): Promise<Picture[]> {
  const drawn: Buffer[] = []
  for (let seed = 1; seed <= count; seed++) drawn.push(await drawPicture({ width: 96, height: 64, seed }))
  const engineOf = engine === 'real' ? openEngine() : { run: askStandIn, close: async () => {} }
  try {
    return await Promise.all(
      drawn.map(async (bytes, number) => {
        const [tags, content] = await engineOf.run(bytes)
        if (!tags.ok || !content.ok) throw new Error(`The engine refuses picture ${number}.`)
        const { vector, modelId } = content.value!
        return { number, bytes, tags: tags.value.tags, vector, modelId }
      }),
    )
  } finally {
    await engineOf.close()
  }
}

const askStandIn = async (bytes: Buffer) =>
  (await Promise.all(calls.map((call) => standInAnswer(call, bytes)))) as unknown as Answers

let files = 0
type Real = ReturnType<typeof openAnalysis>
async function askReal(analysis: Real, folder: string, bytes: Buffer): Promise<Answers> {
  const path = join(folder, `${files++}.jpg`)
  await writeFile(path, bytes)
  const held: HeldPicture = { path, pictureId: path, release: async () => {} }
  return analysis.run({ id: 'test' } as Account, held, calls)
}

/** The nodes' engine, in this process's own compute processes. */
function openEngine() {
  const folder = makeTempFolder('engine')
  const analysis = openAnalysis({ resourcesDir, modelsDir: folder, portsOf: () => ({}), log: silentLog, processes: 1 })
  const close = async () => {
    await analysis.close()
    removeFolder(folder)
  }
  return { run: (bytes: Buffer) => askReal(analysis, folder, bytes), close }
}
