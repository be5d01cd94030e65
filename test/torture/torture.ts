import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { ExifTool } from 'exiftool-vendored'
import type { MetadataWriting } from '../../src-main/contract/library/settings.ts'
import { imageHashOf } from '../../src-main/base/formats/image-data/image-hash.ts'
import { seededRandom } from '../fixtures/random.ts'
import { fillDisk } from '../fixtures/small-disk.ts'
import { checkWork } from './check-work.ts'
import { makePhoto } from './make-photo.ts'
import { outsideOperations, pick, plugIn, type Outside, type Root } from './outside-operations.ts'
import { editPhotos } from './person-operations.ts'
import { TortureLibrary } from './torture-library.ts'
import { WorkModel } from './work-model.ts'

export type TortureOptions = {
  seed: number
  files: number
  /** Number of rounds; after each, everything is checked. */
  rounds: number
  /** Changes of other programs in each round. */
  changes: number
  /** Ends after the round in which this time passes. */
  milliseconds?: number
  /** The folders to watch; of several file systems if the machine has them. */
  folders: readonly string[]
  libraryDir: string
  modelsDir: string
  /** The library's disk is small enough to be filled. */
  isSmallDisk: boolean
  /** Where the person's work is written in some of the rounds; in others it is not written. */
  writing?: readonly MetadataWriting[]
  /** The library has added the first files. */
  onSettled?(pictures: number): void
  onRound?(round: number, losses: readonly string[]): void
}

export type TortureSummary = {
  rounds: number
  operations: Record<string, number>
  pictures: number
  losses: string[]
}

/**
 * Lets other programs, a person, crashes and a full disk affect one library at the same time, and compares it after
 * each round with a model that knows what belongs to which picture. The same seed makes the same choices.
 */
export class Torture {
  readonly #options: TortureOptions
  readonly #random: () => number
  readonly #model = new WorkModel()
  readonly #library: TortureLibrary
  readonly #exifTool = new ExifTool({ maxProcs: 1 })
  readonly #outside: Outside
  readonly #counts: Record<string, number> = {}
  #lastNumber = 0

  constructor(options: TortureOptions) {
    this.#options = options
    this.#random = seededRandom(options.seed)
    this.#library = new TortureLibrary(options.libraryDir, options.modelsDir)
    const roots = options.folders.map((folder): Root => ({ folder, subfolders: ['a', 'b', 'c'], isAway: false }))
    const nextNumber = () => ++this.#lastNumber
    this.#outside = {
      model: this.#model,
      roots,
      random: this.#random,
      exifTool: this.#exifTool,
      trash: new Map(),
      nextNumber,
    }
  }

  async run(): Promise<TortureSummary> {
    const { rounds, milliseconds = Infinity, onRound } = this.#options
    const ends = performance.now() + milliseconds
    const losses: string[] = []
    try {
      await this.#begin()
      let round = 0
      while (round < rounds && performance.now() < ends && losses.length === 0) {
        await this.#round(++round)
        losses.push(...(await checkWork(this.#library, this.#model)))
        onRound?.(round, losses)
      }
      return { rounds: round, operations: this.#counts, pictures: this.#model.pictures.length, losses }
    } finally {
      await this.#library.kill()
      await this.#exifTool.end()
    }
  }

  /** The last lines of the library's log. */
  get log(): string {
    return this.#library.log
  }

  async #begin(): Promise<void> {
    const { files } = this.#options
    for (const { folder, subfolders } of this.#outside.roots)
      for (const name of subfolders) mkdirSync(path.join(folder, name), { recursive: true })
    for (let at = 0; at < files; at++) await this.#addFile(at)
    await this.#library.start()
    for (const { folder } of this.#outside.roots) await this.#library.call('host', 'addFolder', { path: folder })
    await this.#library.settle()
    const losses = await checkWork(this.#library, this.#model)
    if (losses.length > 0) throw new Error(`The library is wrong before anything happened: ${losses.join('\n')}`)
    this.#options.onSettled?.(this.#model.pictures.length)
    for (let edits = 0; edits < files / 10; edits++) await editPhotos(this.#library, this.#model, this.#random)
  }

  async #addFile(at: number): Promise<void> {
    const root = this.#outside.roots[at % this.#outside.roots.length]!
    const number = this.#outside.nextNumber()
    const name = `IMG_${String(number).padStart(5, '0')}.jpg`
    const file = path.join(root.folder, root.subfolders[at % root.subfolders.length]!, name)
    await makePhoto(file, number)
    this.#model.add(file, imageHashOf(await readFile(file)))
  }

  /** Some rounds happen while the library is open, some while it is closed, and some while it is killed. */
  async #round(round: number): Promise<void> {
    const kind = ['open', 'closed', 'killed', 'open', 'full'][round % 5]!
    this.#count(`round ${kind}`)
    await this.#chooseWriting()
    if (kind === 'closed') await this.#library.close()
    if (kind === 'killed') await Promise.all([this.#edits(5), this.#killSoon()])
    const free = kind === 'full' && this.#options.isSmallDisk ? fillDisk(this.#options.libraryDir) : null
    await Promise.all([this.#changeOutside(), this.#library.isRunning ? this.#edits(5) : undefined])
    if (kind === 'open') this.#killOneProcess()
    free?.()
    if (!this.#library.isRunning) await this.#library.start()
    for (const root of this.#outside.roots) if (root.isAway) await plugIn(root)
    await this.#library.settle()
  }

  /** Starts or stops writing the person's work into files. */
  async #chooseWriting(): Promise<void> {
    const { writing = [] } = this.#options
    const chosen = pick(this.#random, [...writing, 'off' as const])!
    if (writing.length === 0) return
    await this.#library.call('metadata', 'setMode', { mode: chosen })
    this.#count(`writing ${chosen}`)
  }

  async #changeOutside(): Promise<void> {
    const total = outsideOperations.reduce((sum, [weight]) => sum + weight, 0)
    for (let change = 0; change < this.#options.changes; change++) {
      let at = this.#random() * total
      const [, operation] = outsideOperations.find(([weight]) => (at -= weight) < 0)!
      await operation(this.#outside)
      this.#count(operation.name)
    }
  }

  async #edits(count: number): Promise<void> {
    for (let edit = 0; edit < count && this.#library.isRunning; edit++) {
      await editPhotos(this.#library, this.#model, this.#random)
      this.#count('edit')
    }
  }

  async #killSoon(): Promise<void> {
    await setTimeout(this.#random() * 200)
    await this.#library.kill()
  }

  /** A compute or metadata process ends silently. */
  #killOneProcess(): void {
    const one = pick(this.#random, this.#library.processes())
    if (one === undefined) return
    process.kill(one, 'SIGKILL')
    this.#count('process killed')
  }

  #count(name: string): void {
    this.#counts[name] = (this.#counts[name] ?? 0) + 1
  }
}
