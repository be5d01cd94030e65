import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { DecodedPhoto } from '../../photo/photo.ts'
import { normalise } from '../../vectors/unit-vector.ts'
import { toPlanar } from '../adapters/planar.ts'
import { openSession, type ModelSession, type Tensor } from '../runtime/open-session.ts'
import type { TextImagePair } from '../runtime/tasks.ts'
import { projectMean, readProjection, type Projection } from './projection.ts'
import { openTokenizer, type Tokenize } from './open-tokenizer.ts'
import type { InstalledPair, PairRole } from './pair-manifest.ts'

/** A pair in use; `close` closes what was opened of it. */
export type OpenPair = TextImagePair & { close(): Promise<void> }

/**
 * Opens a pair for one process. Each tower is opened on first use: analysis needs no text, and a search no pictures.
 * Rejects with `file-unreadable` if a file is damaged or does not have the inputs and outputs of such a tower.
 */
export function openPair(pair: InstalledPair): OpenPair {
  return new LazyPair(pair)
}

class LazyPair implements OpenPair {
  readonly modelId: string
  readonly #pair: InstalledPair
  readonly #towers = new Map<PairRole, Promise<ModelSession>>()
  #tokenize: Promise<Tokenize> | undefined
  #projection: Promise<Projection> | undefined

  constructor(pair: InstalledPair) {
    this.modelId = pair.id
    this.#pair = pair
  }

  async describePhoto(photo: DecodedPhoto): Promise<Float32Array> {
    const { side, fit, mean, std } = this.#pair.manifest.picture
    const raster = await photo.fitted({ width: side, height: side, fit })
    const data = toPlanar(raster, { order: 'rgb', scale: 1 / 255, mean, std })
    const session = await this.#tower('image')
    const input = findName(session.inputNames, 'pixel_values')
    return normalise(await describe(session, { [input]: { data, dims: [1, 3, side, side] } }, 'image_embeds'))
  }

  async describeText(text: string): Promise<Float32Array> {
    const { dir, manifest } = this.#pair
    this.#tokenize ??= openTokenizer(dir, manifest)
    const ids = (await this.#tokenize)(text)
    const session = await this.#tower('text')
    const input = findName(session.inputNames, 'input_ids')
    const numbers = (values: readonly number[]): Tensor => ({
      data: BigInt64Array.from(values, BigInt),
      dims: [1, values.length],
    })
    const inputs = { [input]: numbers(ids) }
    if (session.inputNames.includes('attention_mask')) inputs['attention_mask'] = numbers(ids.map(() => 1))
    const { projection } = manifest.files
    if (projection === undefined) return normalise(await describe(session, inputs, 'text_embeds'))
    this.#projection ??= readProjection(join(dir, projection.file))
    // Together, so that whichever fails first is handled.
    const [tokens, matrix] = await Promise.all([describe(session, inputs, 'last_hidden_state'), this.#projection])
    return normalise(projectMean(tokens, matrix))
  }

  async close(): Promise<void> {
    const towers = await Promise.allSettled(this.#towers.values())
    this.#towers.clear()
    for (const tower of towers) if (tower.status === 'fulfilled') await tower.value.close()
  }

  #tower(role: 'image' | 'text'): Promise<ModelSession> {
    const { dir, manifest } = this.#pair
    const tower = this.#towers.get(role) ?? openSession(join(dir, manifest.files[role].file))
    this.#towers.set(role, tower)
    return tower
  }
}

async function describe(session: ModelSession, inputs: Record<string, Tensor>, name: string): Promise<Float32Array> {
  const output = findName(session.outputNames, name)
  const { data } = (await session.run(inputs, [output]))[output]!
  if (!(data instanceof Float32Array)) throw new AppError('file-unreadable', say('pairs.noFloats', { output }))
  return data
}

/** The usual name if present, otherwise the only one. */
function findName(names: readonly string[], usual: string): string {
  if (names.includes(usual)) return usual
  if (names.length !== 1) throw new AppError('file-unreadable', say('pairs.noName', { usual, names: names.join(', ') }))
  return names[0]!
}
