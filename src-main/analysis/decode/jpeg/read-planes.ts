import { setImmediate } from 'node:timers/promises'
import type { Arena } from './arena.ts'
import { CodeTables } from './code-tables.ts'
import type { JpegScan, ScanComponent } from './jpeg-scan.ts'
import { BLOCK, FAILED, instantiatePlanes, type PlanesKernel, type Scale, LEVEL } from './planes-kernel.ts'
import { instantiateUnstuff, type UnstuffKernel } from './unstuff-kernel.ts'

/**
 * Levels of one component as int16, multiplied by `LEVEL`, in the memory they were read into. `stride` numbers lie
 * between two rows, of which the first `width` belong to the picture. Sizes may be fractional.
 */
export type Plane = { at: number; stride: number; width: number; height: number }

/** Milliseconds after which other work gets its turn. */
const TURN_MS = 4
/** Pixels of a stored block, in both directions; unwanted ones are beyond the edges of a plane. */
const STORED = 4
/** Rows start at multiples of this many numbers, as the resize kernels require. */
const ROW_NUMBERS = 32
/** A unit has at most ten blocks (T.81, B.2.3). */
const MAX_BLOCKS = 10
/** Bytes that a unit may read beyond the end of damaged data. */
const SLACK_BYTES = 8192

/** Reads the planes of one picture at a time. */
export class PlanesReader {
  readonly #arena: Arena
  readonly #tables: CodeTables
  readonly #unstuff: UnstuffKernel
  /** Kernels by the largest scale of a component. */
  readonly #kernels = new Map<Scale, PlanesKernel>()
  /** Addresses of the kernels' results, of last means, and of block descriptions. */
  readonly #result: number
  readonly #means: number
  readonly #blocks: number

  constructor(arena: Arena) {
    this.#arena = arena
    this.#result = arena.take(8)
    this.#means = arena.take(12)
    this.#blocks = arena.take(MAX_BLOCKS * BLOCK.bytes)
    this.#tables = new CodeTables(arena)
    this.#unstuff = instantiateUnstuff(arena.memory)
  }

  /**
   * Reads the planes of a scan's components, with blocks at each component's scale. Null if the bytes are not exactly
   * one complete scan. Planes lie behind everything that the arena held before.
   */
  async read(bytes: Buffer, scan: JpegScan, scales: readonly Scale[]): Promise<Plane[] | null> {
    const unitBlocks = scan.components.reduce((sum, { across, down }) => sum + across * down, 0)
    if (unitBlocks > MAX_BLOCKS || !this.#tables.fill(scan)) return null
    const pictures = scan.components.map(({ quanta }, i) => this.#placePictures(quanta, scales[i]!))
    const planes = scan.components.map((component, i) => this.#placePlane(scan, component, scales[i]!))
    const coded = bytes.length - scan.start
    const start = this.#arena.take(coded + SLACK_BYTES)
    new Uint8Array(this.#arena.memory.buffer).set(bytes.subarray(scan.start), start)
    const blocks = scan.components.flatMap((component, i) =>
      this.#describe(component, i, { scale: scales[i]!, plane: planes[i]!, pictures: pictures[i]! }),
    )
    const isWhole = await this.#readSegments({
      scan,
      blocks,
      start,
      end: start + coded,
      readPlanes: this.#kernelFor(scales),
    })
    this.#arena.release(start)
    return isWhole ? planes : null
  }

  #kernelFor(scales: readonly Scale[]): PlanesKernel {
    const largest = scales.reduce((max, scale) => (scale > max ? scale : max))
    const made = this.#kernels.get(largest) ?? instantiatePlanes(this.#arena.memory, largest)
    this.#kernels.set(largest, made)
    return made
  }

  #placePictures(quanta: readonly number[], scale: Scale): number {
    const pictures = smallPictures(quanta, scale)
    const at = this.#arena.take(pictures.byteLength)
    new Float32Array(this.#arena.memory.buffer).set(pictures, at / 4)
    return at
  }

  #placePlane(scan: JpegScan, { across, down }: ScanComponent, scale: Scale): Plane {
    const [columns, rows] = countUnits(scan)
    const most = scan.components[0]!
    const stride = Math.ceil((columns * across * scale + STORED) / ROW_NUMBERS) * ROW_NUMBERS
    return {
      at: this.#arena.take(2 * stride * (rows * down * scale + STORED)),
      stride,
      width: (scan.width * scale * across) / (8 * most.across),
      height: (scan.height * scale * down) / (8 * most.down),
    }
  }

  /** Writes the descriptions of a component's blocks; their output address is set for each row of units. */
  #describe({ across, down }: ScanComponent, component: number, { scale, plane, pictures }: Drawn): PlacedBlock[] {
    const tables = this.#tables.of(component)
    return Array.from({ length: across * down }, (_, i) => ({
      out: plane.at + 2 * scale * (Math.floor(i / across) * plane.stride + (i % across)),
      rowBytes: 2 * scale * down * plane.stride,
      numbers: {
        ...tables,
        mean: this.#means + 4 * component,
        pictures,
        stride: 2 * plane.stride,
        step: 2 * scale * across,
        kept: keptFor(scale),
      },
    }))
  }

  /** Each segment between restarts starts at a whole byte, and ends in the byte before its marker. */
  async #readSegments({ scan, blocks, start, end, readPlanes }: Segments): Promise<boolean> {
    const { buffer } = this.#arena.memory
    const data = new Uint8Array(buffer)
    const result = new Int32Array(buffer, this.#result, 2)
    const [columns, rows] = countUnits(scan)
    this.#writeBlocks(blocks)
    let [from, to, done] = [start, start, 0]
    let turnEnds = performance.now() + TURN_MS
    for (let restart = 0; done < columns * rows; restart++) {
      const first = to
      this.#unstuff(from, end, to, this.#result)
      ;[from, to] = [result[0]!, result[1]!]
      const units = columns * rows - done
      const last = done + (scan.restartInterval === 0 ? units : Math.min(units, scan.restartInterval))
      const marker = readMarker(data, from, end)
      if (marker === null || marker.value !== (last === columns * rows ? 0xd9 : 0xd0 + (restart & 7))) return false
      from = marker.end
      new Int32Array(buffer, this.#means, 3).fill(0)
      let position = first * 8
      while (done < last) {
        if (performance.now() > turnEnds) {
          await setImmediate()
          turnEnds = performance.now() + TURN_MS
        }
        if (done % columns === 0) this.#beginRow(blocks, done / columns)
        const some = Math.min(last - done, columns - (done % columns))
        readPlanes(position, to * 8, this.#blocks, this.#blocks + blocks.length * BLOCK.bytes, some, this.#result)
        position = result[0]!
        if (position === FAILED) return false
        done += some
      }
      if (to * 8 - position > 7) return false
    }
    return true
  }

  #writeBlocks(blocks: readonly PlacedBlock[]): void {
    const numbers = new Int32Array(this.#arena.memory.buffer)
    for (const [i, block] of blocks.entries())
      for (const [name, number] of Object.entries(block.numbers))
        numbers[(this.#blocks + i * BLOCK.bytes + BLOCK[name as keyof typeof BLOCK]) / 4] = number
  }

  #beginRow(blocks: readonly PlacedBlock[], row: number): void {
    const numbers = new Int32Array(this.#arena.memory.buffer)
    for (const [i, { out, rowBytes }] of blocks.entries())
      numbers[(this.#blocks + i * BLOCK.bytes + BLOCK.out) / 4] = out + row * rowBytes
  }
}

type Drawn = { scale: Scale; plane: Plane; pictures: number }
type PlacedBlock = { out: number; rowBytes: number; numbers: Omit<Record<keyof typeof BLOCK, number>, 'out' | 'bytes'> }
type Segments = {
  scan: JpegScan
  blocks: readonly PlacedBlock[]
  start: number
  end: number
  readPlanes: PlanesKernel
}

/** Minimum coded units of the picture, across and down. */
function countUnits({ width, height, components }: JpegScan): [columns: number, rows: number] {
  const { across, down } = components[0]!
  return [Math.ceil(width / (8 * across)), Math.ceil(height / (8 * down))]
}

/** The marker at a position, which further 0xff bytes may precede. */
function readMarker(data: Uint8Array, at: number, end: number): { value: number; end: number } | null {
  while (at + 1 < end && data[at] === 0xff && data[at + 1] === 0xff) at++
  return at + 1 < end && data[at] === 0xff ? { value: data[at + 1]!, end: at + 2 } : null
}

/** Coefficients of a block that determine its pixels, by the number of rows and columns, from none to four. */
const KEPT = [0, 1, 5, 13, 25] as const
/** Rows and columns of a small picture. */
const SIDE = 4

/** Number of coefficients in zigzag order with the first `scale` in both directions. */
const keptFor = (scale: Scale): number => KEPT[scale]

/** Column and row of each coefficient in zigzag order (ITU T.81, figure A.6). */
const zigzag: readonly (readonly [u: number, v: number])[] = Array.from({ length: 15 }, (_, sum) => sum).flatMap(
  (sum) => {
    const diagonal = Array.from({ length: 8 }, (_, u) => [u, sum - u] as const).filter(([, v]) => v >= 0 && v < 8)
    return sum % 2 === 0 ? diagonal : diagonal.toReversed()
  },
)

/**
 * What each kept coefficient adds to the pixels of a block, with `scale` pixels in both directions in place of eight:
 * the cosines of the inverse transform (T.81, A.3.3) at their positions, in units of a level divided by `LEVEL`.
 * Sixteen numbers for each, four a row; 0 for coefficients with finer cosines than the pixels can show.
 */
function smallPictures(quanta: readonly number[], scale: Scale): Float32Array {
  const kept = keptFor(scale)
  const pictures = new Float32Array(kept * SIDE * SIDE)
  for (let k = 0; k < kept; k++) {
    const [u, v] = zigzag[k]!
    if (u >= scale || v >= scale) continue
    for (let y = 0; y < scale; y++)
      for (let x = 0; x < scale; x++)
        pictures[(k * SIDE + y) * SIDE + x] = (LEVEL * quanta[k]! * cosineOf(u, x, scale) * cosineOf(v, y, scale)) / 4
  }
  return pictures
}

const cosineOf = (wave: number, place: number, scale: Scale): number =>
  (wave === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * place + 1) * wave * Math.PI) / (2 * scale))
