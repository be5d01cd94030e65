import { decodePhoto } from '../../src-main/analysis/decode/decode-photo.ts'
import { unlimitedMemory } from '../../src-main/analysis/decode/memory-limiter.ts'
import { BARCODE_SIDE } from '../../src-main/analysis/barcodes/find-barcodes.ts'
import { readBarcodes } from '../../src-main/analysis/operations/read-barcodes.ts'
import type { AnalysedPicture } from '../../src-main/analysis/operations/analysed-picture.ts'
import type { Barcode } from '../../src-main/contract/analysis/operations/barcodes.ts'
import type { PhotoOrigin } from '../../src-main/analysis/decode/read-photo-file.ts'
import { codeKinds, codeTexts, labelWidth, photoWithCodes, type CodeKind } from '../fixtures/barcodes.ts'
import { listCoco } from './coco.ts'
import { figure, mean, type Figure, type ModelSet } from './figures.ts'
import { listKinds } from './kinds-photos.ts'

/** Pixels of a module in the test copy; the largest are blurred by one pixel. */
const MODULES = [1.5, 2, 3]
const TURNS = [0, 7, 20, 35, 45, 50, 65, 80, 90]
const SIZE = { width: BARCODE_SIDE, height: (BARCODE_SIDE * 3) / 4 }
/** One in this many of the photos without a code is read. */
const EVERY = 4

async function read(origin: PhotoOrigin): Promise<{ barcodes: Barcode[]; ms: number }> {
  const photo = await decodePhoto(origin)
  const picture: Pick<AnalysedPicture, 'photo' | 'origin' | 'limitMemory'> = {
    photo,
    origin,
    limitMemory: unlimitedMemory,
  }
  const before = process.cpuUsage()
  const { barcodes } = await readBarcodes(picture)
  const { user, system } = process.cpuUsage(before)
  return { barcodes, ms: (user + system) / 1000 }
}

/** The number of codes read by size and rotation, false readings in photos without one, and the CPU time per photo. */
export async function evaluateBarcodes({ name }: ModelSet): Promise<Figure[]> {
  const coco = listCoco()
  if (coco.length === 0 || name !== 'bundled') return [] // it needs no model
  const photoOf = (n: number) => coco[n % coco.length]!.path
  const figures: Figure[] = []
  for (const side of MODULES) {
    const rates = await Promise.all(
      codeKinds.map(async (kind, n) => [kind, await rateOf(kind, side, photoOf(n))] as const),
    )
    const note = rates.map(([kind, rate]) => `${kind} ${rate.toFixed(2)}`).join(', ')
    figures.push(
      figure(`codes of ${side} px a module read, ${TURNS.length} turns`, name, mean(rates.map(([, rate]) => rate)), {
        note,
      }),
    )
  }
  const plain = [...coco, ...listKinds()].filter((_photo, n) => n % EVERY === 0).map(({ path }) => path)
  const seen: string[] = []
  for (const path of plain) seen.push(...(await read(path)).barcodes.map(({ type, data }) => `${type} ${data}`))
  figures.push(
    figure(`readings in ${plain.length} photos without a code`, name, seen.length, { most: 0, note: seen.join(', ') }),
  )
  for (const megapixels of [0.3, 12, 24]) figures.push(await timeOf(megapixels, photoOf(0), name))
  return figures
}

async function rateOf(kind: CodeKind, side: number, photo: string): Promise<number> {
  const width = await labelWidth(kind, side)
  const hits: number[] = []
  for (const turn of TURNS) {
    const picture = await photoWithCodes(photo, SIZE, [
      { kind, width, turn, left: 900, top: 700, blur: side > 2 ? 1 : 0 },
    ])
    const { barcodes } = await read(picture)
    hits.push(barcodes.some(({ data }) => data === codeTexts[kind]) ? 1 : 0)
  }
  return mean(hits)
}

async function timeOf(megapixels: number, photo: string, name: string): Promise<Figure> {
  const height = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 4))
  const picture = await photoWithCodes(photo, { width: Math.round((height * 4) / 3), height }, [])
  await read(picture)
  const times = [(await read(picture)).ms, (await read(picture)).ms, (await read(picture)).ms]
  return figure(`CPU ms of a photo of ${megapixels} megapixels`, name, Math.round(mean(times)))
}
