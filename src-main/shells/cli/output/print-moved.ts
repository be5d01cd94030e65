import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MovedService } from '../../../service/transfer/move-service.ts'
import { isSameFolder, type ServicePlace } from '../../../service/transfer/service-place.ts'
import { count, print } from './output.ts'

type Places = { from: ServicePlace; to: ServicePlace }

/** Prints what a migration of a service moved, notes about it, and the next steps. */
export function printMoved(moved: MovedService, places: Places): void {
  print(`Moved ${moved.from} into ${moved.to}. Read again from both sides and compared:`)
  for (const line of formatLines(linesOf(moved))) print(line)
  for (const note of notesOf(moved, places)) print(note)
  print('Nothing was changed where it came from. The service starts with:')
  print(`  ${startCommand({ ...places.to, dataDir: folderOfNode(places) })}`)
}

function linesOf({ tables, pictures, snapshots }: MovedService): [number, string][] {
  const lines: [number, string][] = tables.filter(({ rows }) => rows > 0).map(({ title, rows }) => [rows, title])
  if (pictures !== null && pictures.copied > 0)
    lines.push([pictures.copied, `files of pictures (${inMegabytes(pictures.bytes)})`])
  if (snapshots > 0) lines.push([snapshots, 'files of trained indexes'])
  return lines
}

function formatLines(lines: readonly [number, string][]): string[] {
  const texts = lines.map(([rows, title]) => [rows.toLocaleString('en'), title] as const)
  const width = Math.max(...texts.map(([rows]) => rows.length))
  return texts.map(([rows, title]) => `  ${rows.padStart(width)}  ${title}`)
}

function notesOf({ pictures, retrained }: MovedService, { from, to }: Places): string[] {
  const notes: string[] = []
  if (pictures === null) notes.push(`Pictures stay where they are, in ${withoutSecrets(to.objects ?? to.dataDir)}.`)
  if (pictures !== null && pictures.missing > 0)
    notes.push(
      `${count(pictures.missing, 'picture')} were missing where the service kept them already; such an upload answers 410.`,
    )
  if (retrained > 0)
    notes.push(
      `${retrained === 1 ? 'One index has' : `${retrained} indexes have`} a trained state that cannot be moved. Each is trained again at the first start; until then searches there find nothing.`,
    )
  const needsAnother = folderOfNode({ from, to }) !== to.dataDir
  if (needsAnother)
    notes.push(
      `To be able to go back to ${from.dataDir}, give each node a data folder of its own, as the command below does: what their database does not know they delete in theirs.`,
    )
  if (to.database !== undefined && existsSync(join(from.dataDir, 'plans.json')))
    notes.push(
      `Your own plans are a file: copy plans.json into the data folder of each ${needsAnother ? '' : 'further '}node.`,
    )
  return notes
}

/** Where a node should start: beside the original folder, because it would delete what is left there. */
function folderOfNode({ from, to }: Places): string {
  if (to.database === undefined || to.objects === undefined || !isSameFolder(from, to)) return to.dataDir
  const names = Array.from({ length: 100 }, (_, n) => `${from.dataDir.replace(/[\\/]+$/, '')}-node${n + 1}`)
  return names.find((name) => !existsSync(name)) ?? names[0]!
}

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

/** The command without its password, which belongs in `LUMAFOLD_DATABASE`. */
function startCommand({ dataDir, database, objects }: ServicePlace): string {
  const options = [
    ['--data', dataDir],
    ['--database', database],
    ['--objects', objects],
  ].filter(([, value]) => value !== undefined)
  return ['lumafold service', ...options.map(([name, value]) => `${name} ${quote(withoutSecrets(value!))}`)].join(' ')
}

function withoutSecrets(place: string): string {
  const url = /^\w+:\/\//.test(place) ? URL.parse(place) : null
  if (url === null || url.password === '') return place
  url.password = '***'
  return url.href
}

const quote = (text: string): string =>
  /^[\w@%+=:,./*-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The form of `--json`. Fields are only ever added; see JSON.md. */
export const toMovedJson = ({ from, to, tables, pictures, snapshots, retrained }: MovedService) => ({
  from,
  to,
  tables: tables.map(({ name, title, rows }) => ({ name, title, rows })),
  pictures,
  trained_states: snapshots,
  trained_anew: retrained,
})
