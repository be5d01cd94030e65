import { dot } from '../../analysis/vectors/unit-vector.ts'
import { FLOATS_AT_ONCE, instantiateDots, type DotsKernel } from './dots-kernel.ts'
import { Rotation } from './rotation.ts'

const PAGE = 65_536
const SEED = 113

/**
 * A vector as two orthogonal parts: its projections on the rows of the basis, and the rest, rotated at random. The
 * product of two vectors is that of their heads plus that of their rests.
 */
export type Parts = { head: Float32Array; rest: Float32Array; restLength: number }

const padded = (count: number): number => Math.ceil(count / FLOATS_AT_ONCE) * FLOATS_AT_ONCE

/** Divides vectors into the parts that an index of codes keeps. The next call overwrites the returned parts. */
export class Coder {
  readonly #rotation: Rotation
  readonly #dots: DotsKernel
  /** In this order: the vector, its head, the basis, the rotated basis by columns, and the output of the rest. */
  readonly #vector: Float32Array
  readonly #head: Float32Array
  readonly #basis: Float32Array
  readonly #columns: Float32Array
  readonly #along: Float32Array
  readonly #rest: Float32Array

  /** `basis` holds orthonormal rows, each as long as the vectors. */
  constructor(basis: readonly Float32Array[], dimensions: number) {
    this.#rotation = new Rotation(dimensions, SEED)
    const [size, length] = [padded(basis.length), padded(dimensions)]
    const sizes = [length, size, basis.length * length, dimensions * size, length]
    const pages = Math.ceil((sizes.reduce((sum, count) => sum + count) * 4) / PAGE)
    const memory = new WebAssembly.Memory({ initial: pages, maximum: PAGE })
    this.#dots = instantiateDots(memory)
    let at = 0
    const places = sizes.map((count) => new Float32Array(memory.buffer, (at += count) * 4 - count * 4, count))
    ;[this.#vector, this.#head, this.#basis, this.#columns, this.#along] = places as Tuple
    this.#rest = new Float32Array(dimensions)
    this.#place(basis, length, size)
  }

  /** Divides a vector of length 1. */
  divide(unit: Float32Array): Parts {
    const rest = this.#rest
    this.#vector.set(unit)
    this.#multiply(this.#vector, this.#basis, this.#head)
    this.#multiply(this.#head, this.#columns, this.#along)
    rest.set(unit)
    this.#rotation.apply(rest)
    for (let i = 0; i < rest.length; i++) rest[i]! -= this.#along[i]!
    const size = this.#basis.length / this.#vector.length
    return { head: this.#head.subarray(0, size), rest, restLength: Math.sqrt(dot(rest, rest)) }
  }

  #place(basis: readonly Float32Array[], length: number, size: number): void {
    basis.forEach((row, at) => {
      this.#basis.set(row, at * length)
      const turned = row.slice()
      this.#rotation.apply(turned)
      turned.forEach((value, i) => (this.#columns[i * size + at] = value))
    })
  }

  #multiply(vector: Float32Array, rows: Float32Array, out: Float32Array): void {
    const count = rows.length / vector.length
    this.#dots(vector.byteOffset, rows.byteOffset, vector.byteLength, count, out.byteOffset)
  }
}

type Tuple = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array]
