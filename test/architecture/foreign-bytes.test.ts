import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir } from '../fixtures/folders.ts'

/** What a file loads when it runs; types are gone by then. */
function loadedBy(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const imports = text.matchAll(/^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm)
  return [...imports, ...text.matchAll(/\bimport\('([^']+)'\)/g)].map((match) => match[1]!)
}

/** Everything loaded from a file on: sources by path, packages by name. */
function reachableFrom(entry: string): Set<string> {
  const found = new Set<string>()
  const open = [resolve(repositoryDir, entry)]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const name of loadedBy(file)) {
      const target = name.startsWith('.') ? resolve(dirname(file), name) : name
      if (found.has(target)) continue
      found.add(target)
      if (name.startsWith('.') && existsSync(target)) open.push(target)
    }
  }
  return found
}

const parsers = ['exifr', 'fast-xml-parser']

test("the library's process loads nothing that parses the metadata of files", () => {
  const library = reachableFrom('src-main/library/library.ts')
  expect(library.has(resolve(repositoryDir, 'src-main/library/metadata/host/metadata-reader.ts'))).toBe(true)
  expect(parsers.filter((name) => library.has(name))).toEqual([])
  const metadata = reachableFrom('src-main/library/metadata/worker/entry.ts')
  expect(parsers.filter((name) => metadata.has(name))).toEqual(parsers)
})
