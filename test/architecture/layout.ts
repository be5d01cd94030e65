import { posix } from 'node:path'

/** Folders of tests that mirror no folder of sources: they exercise everything, or measure it. */
const WITHOUT_SOURCE = ['test/architecture/', 'test/e2e/', 'test/bench/', 'test/eval/', 'test/fuzz/']

const roots: readonly [tests: string, sources: string][] = [
  ['test/renderer/', 'src-renderer/'],
  ['test/build/', 'build/'],
  ['test/', 'src-main/'],
]

/**
 * Whether a test is where its source leads: the tests of `a/b.ts` are `a/b.test.ts`, `a/b.ASPECT.test.ts` or
 * `a/b/ASPECT.test.ts`; those of a folder `a/b` are `a/b.test.ts` or `a/b/ASPECT.test.ts`.
 */
export function mirrorsSource(test: string, sources: ReadonlySet<string>): boolean {
  if (WITHOUT_SOURCE.some((folder) => test.startsWith(folder))) return true
  const [tests, root] = roots.find(([prefix]) => test.startsWith(prefix))!
  const path = root + test.slice(tests.length)
  const name = posix.join(posix.dirname(path), posix.basename(path).split('.')[0]!)
  return sources.has(name) || sources.has(posix.dirname(name))
}

/** Sources without their extension, and every folder that has one. */
export function namesOf(files: readonly string[]): Set<string> {
  const names = new Set<string>()
  for (const file of files) {
    names.add(file.replace(/\.[a-z]+$/, ''))
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) names.add(folder)
  }
  return names
}

/**
 * Lines that are too long, as `path:line`. Texts and regular expressions, which cannot be broken, and shipped
 * migrations are left out.
 */
export function longLines(path: string, text: string, most: number): string[] {
  if (/\/migrations\/\d/.test(path)) return []
  return text.split('\n').flatMap((line, i) => {
    const isText = /['"`]|^\s*\/[^/*]/.test(line.slice(0, most)) || /^[^'"`]*`[,;)]*$/.test(line)
    return line.length > most && !isText ? [`${path}:${i + 1} has ${line.length} columns`] : []
  })
}

/**
 * The folders that the first code block of a document names: one line each, indented by two spaces below its parent.
 */
export function foldersOfMap(document: string): string[] {
  const map = /```\n([\s\S]*?)```/.exec(document)?.[1] ?? ''
  const parents: string[] = []
  return map.split('\n').flatMap((line) => {
    const found = /^( *)([\w.-]+(?:\/[\w.-]+)*)\/(?: |$)/.exec(line)
    if (!found) return []
    const depth = found[1]!.length / 2
    parents.splice(depth, Infinity, found[2]!)
    return [parents.join('/')]
  })
}
