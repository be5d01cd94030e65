import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import KDBush from 'kdbush'

/** Degrees times this are integers in the file. */
const STEPS = 10_000

/** The towns of the gazetteer, in columns: a town is an index into them. */
export type Towns = {
  readonly names: readonly string[]
  /** Places in `regions`. */
  readonly regionOf: Uint16Array
  readonly latitudes: Float32Array
  readonly longitudes: Float32Array
  /** Its population; 0 is unknown. */
  readonly people: Uint32Array
  readonly regions: readonly Region[]
  /** By longitude and latitude. */
  readonly tree: KDBush
}

/** A part of a country; the name is empty if unknown. `country` is two letters of ISO 3166. */
export type Region = { readonly country: string; readonly name: string }

/** Lines between which others get a turn. */
const PIECE = 10_000

/** Reads the bundled towns, in pieces of some milliseconds; they take 9 MB while they are in memory. */
export async function readTowns(resourcesDir: string): Promise<Towns> {
  const packed = await readFile(pathOf(resourcesDir))
  const text = (await promisify(brotliDecompress)(packed)).toString('utf8')
  const cut = text.indexOf('\n\n')
  const [, ...regions] = text.slice(0, cut).split('\n') // The first line says where the towns are from.
  return { regions: regions.map(readRegion), ...(await readLines(text.slice(cut + 2).split('\n'))) }
}

/** The size of the file of towns in bytes. */
export const sizeOfTowns = async (resourcesDir: string): Promise<number> => (await stat(pathOf(resourcesDir))).size

const pathOf = (resourcesDir: string) => join(resourcesDir, 'places', 'towns.txt.br')

function readRegion(line: string): Region {
  const [code = '', name = ''] = line.split('\t')
  return { country: code.slice(0, 2), name }
}

async function readLines(lines: readonly string[]): Promise<Omit<Towns, 'regions'>> {
  const count = lines.length
  const columns = {
    names: Array.from({ length: count }, () => ''),
    regionOf: new Uint16Array(count),
    latitudes: new Float32Array(count),
    longitudes: new Float32Array(count),
    people: new Uint32Array(count),
  }
  const tree = new KDBush(count, 64, Float32Array)
  for (const [town, line] of lines.entries()) {
    const [name = '', region, latitude, longitude, people] = line.split('\t')
    columns.names[town] = name
    columns.regionOf[town] = Number(region)
    columns.latitudes[town] = Number(latitude) / STEPS
    columns.longitudes[town] = Number(longitude) / STEPS
    columns.people[town] = Number(people)
    tree.add(columns.longitudes[town] ?? 0, columns.latitudes[town] ?? 0)
    if (town % PIECE === 0) await setImmediate()
  }
  tree.finish()
  return { ...columns, tree }
}
