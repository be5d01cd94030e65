import { resolve } from 'node:path'
import { findFolderCircles } from './folder-circles.ts'
import { measureFunctions, type FunctionSize } from './measure-functions.ts'
import { listImports, readSources } from './read-sources.ts'
import { findArrows, findArrowsUp } from './rooms.ts'

/* Prints the figures of the structure: `npm run structure [PROJECT]`, of another checkout if one is named. */

const projectDir = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../..'))
const sources = readSources(projectDir, ['src-main', 'src-renderer'])
const files = sources.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
const functions = sources.flatMap(measureFunctions)
const circles = findFolderCircles(sources)
const imports = sources.flatMap((source) => listImports(source).map((to) => ({ from: source.path, to })))
const users = Map.groupBy(
  imports.filter(({ to }) => files.some(({ path }) => path === to)),
  ({ to }) => to,
)
const usedByOne = [...users.values()].filter((each) => new Set(each.map(({ from }) => from)).size === 1).length
const arrows = findArrows(imports)
const up = findArrowsUp(arrows)

print('files', files.length)
print('lines', sum(files.map(({ lines }) => lines)))
describe(
  'lines of a file',
  files.map(({ lines }) => lines),
)
describe(
  'lines of a function',
  functions.map(({ lines }) => lines),
)
print('functions', functions.length)
print('functions over 25 lines', functions.filter(({ lines }) => lines > 25).length)
print('functions over 40 lines', functions.filter(({ lines }) => lines > 40).length)
print('imports per 100 lines', ((100 * imports.length) / sum(files.map(({ lines }) => lines))).toFixed(1))
print('files used by one alone', `${Math.round((100 * usedByOne) / files.length)} % (${usedByOne})`)
print('arrows between rooms', arrows.length)
print('arrows up', up.length)
print('circles between folders', `${circles.length} (${sum(circles.map(({ folders }) => folders.length))} folders)`)
for (const { path, lines } of longest(files)) print('  long file', `${lines} ${path}`)
for (const one of longest(functions)) print('  long function', `${one.lines} ${label(one)}`)
for (const { from, to, count } of up) print('  arrow up', `${from} to ${to} (${count} imports)`)
for (const { folders } of circles) print('  circle', folders.join(', '))

function describe(title: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]
  print(title, `median ${at(0.5)}, 90th percentile ${at(0.9)}, longest ${at(1)}`)
}

function longest<T extends { lines: number }>(all: readonly T[]): T[] {
  return all.toSorted((a, b) => b.lines - a.lines).slice(0, 5)
}

function label({ path, name, line }: FunctionSize): string {
  return `${name} (${path}:${line})`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function print(title: string, value: string | number): void {
  console.log(`${title.padEnd(26)} ${value}`)
}
