import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/** The service's answer to the sample request of each route, by the route's id; `npm run samples` writes them. */
export function readSampleAnswers(folder: string): ReadonlyMap<string, unknown> {
  const names = readdirSync(folder).filter((name) => extname(name) === '.json')
  return new Map(
    names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown]),
  )
}
