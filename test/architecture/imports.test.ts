import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSources } from './read-sources.ts'
import { findBreaches, findReadmeBreaches } from './rules.ts'

const projectDir = resolve(import.meta.dirname, '../..')
const layerFolders = [
  'src-main/contract',
  'src-main/analysis',
  'src-main/indexes',
  'src-main/library',
  'src-main/service',
  'src-main/shells',
  'src-renderer',
]

describe('the sources', () => {
  const sources = readSources(projectDir, ['src-main', 'src-renderer'])

  test('are found at all', () => {
    expect(sources.map((source) => source.path)).toContain('src-main/contract/library/library-contract.ts')
    expect(sources.some((source) => source.path.endsWith('.vue'))).toBe(true)
  })

  test('import in one direction only, and packages where they belong', () => {
    expect(sources.flatMap(findBreaches)).toEqual([])
  })

  test('have a short README in each layer', () => {
    const all = ['src-main', 'src-renderer'].flatMap((folder) =>
      readdirSync(join(projectDir, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    const readmes = new Map(
      all
        .filter((path) => path.endsWith('/README.md'))
        .map((path) => [path, readFileSync(join(projectDir, path), 'utf8')]),
    )
    expect(
      findReadmeBreaches(
        readmes,
        layerFolders.filter((folder) => existsSync(join(projectDir, folder))),
      ),
    ).toEqual([])
  })
})

describe('a violation is found and its rule named', () => {
  test.each([
    [
      'the contract importing the engine',
      'src-main/contract/x.ts',
      "import { a } from '../engines/engine.ts'",
      'src-main/contract may import no other layer',
    ],
    [
      'a subject importing what is within another',
      'src-main/library/duplicates/x.ts',
      "import { a } from '../albums/rows/album-store.ts'",
      'only the files at its top and its open folders',
    ],
    ['the contract importing a package', 'src-main/contract/x.ts', "import sharp from 'sharp'", 'may import sharp'],
    [
      'the contract importing Node',
      'src-main/contract/x.ts',
      "import { readFileSync } from 'node:fs'",
      'only zod and @orpc/contract',
    ],
    [
      'the analysis importing the library',
      'src-main/analysis/tags/x.ts',
      "import type { Catalog } from '../../library/catalog/catalog.ts'",
      'src-main/analysis may import only src-main/contract',
    ],
    [
      'indexes importing the library',
      'src-main/indexes/x.ts',
      "export * from '../library/library.ts'",
      'src-main/indexes may import only',
    ],
    [
      'the library importing a shell',
      'src-main/library/x.ts',
      "const a = await import('../shells/places.ts')",
      'src-main/library may import only',
    ],
    [
      "the library starting a shell's script",
      'src-main/library/x.ts',
      "fork(new URL('../shells/cli/main.ts', import.meta.url))",
      'src-main/library may import only',
    ],
    [
      'the service importing the library',
      'src-main/service/x.ts',
      "import '../library/library.ts'",
      'src-main/service may import only',
    ],
    [
      'the window importing the library',
      'src-renderer/x.vue',
      '<template><p/></template>\n<script setup lang="ts">\nimport { createLibrary } from \'../src-main/library/library.ts\'\n</script>',
      'src-renderer may import only src-main/contract',
    ],
    ['the window importing Node', 'src-renderer/x.ts', "import fs from 'node:fs'", 'has no Node'],
    [
      'Electron outside its shell',
      'src-main/shells/browser/x.ts',
      "import { app } from 'electron/main'",
      'only src-main/shells/electron may import electron',
    ],
    [
      'SQLite outside its folder',
      'src-main/library/api/x.ts',
      "import Database from 'better-sqlite3'",
      'only src-main/base/sqlite may import better-sqlite3',
    ],
    [
      'models outside their folder',
      'src-main/analysis/tags/x.ts',
      "import * as ort from 'onnxruntime-node'",
      'only src-main/analysis/models may import onnxruntime',
    ],
    [
      'sharp in a shell',
      'src-main/shells/cli/x.ts',
      "import sharp from 'sharp'",
      'only src-main/analysis may import sharp',
    ],
    [
      'a route importing Fastify',
      'src-main/service/v2/x.ts',
      "import type { FastifyRequest } from 'fastify'",
      'only src-main/service/http, src-main/service/documentation, src-main/shells/browser may import Fastify',
    ],
    [
      'SQL outside the catalogue',
      'src-main/library/api/x.ts',
      'const a = `SELECT id FROM photos WHERE id = ${1}`',
      'may hold SQL',
    ],
    ['SQL in a plain string', 'src-main/library/api/x.ts', "run('DELETE FROM photos')", 'may hold SQL'],
  ])('%s', (_what, path, text, rule) => {
    const breaches = findBreaches({ path, text })
    expect(breaches).toHaveLength(1)
    expect(breaches[0]).toContain(path)
    expect(breaches[0]).toContain(rule)
  })

  test('a long README and a missing one', () => {
    const readmes = new Map([['src-main/library/README.md', 'line\n'.repeat(31)]])
    expect(findReadmeBreaches(readmes, ['src-main/library', 'src-main/analysis'])).toEqual([
      expect.stringContaining('src-main/analysis has no README.md'),
      expect.stringContaining('has 31 lines'),
    ])
  })
})

describe('permitted imports pass', () => {
  test.each([
    ['src-main/contract/x.ts', "import { z } from 'zod'\nimport { Size } from './analysis/cropping.ts'"],
    ['src-main/base/sqlite/x.ts', "import Database from 'better-sqlite3'"],
    [
      'src-main/library/catalog/x.ts',
      "import { connect } from '../../base/sqlite/connect.ts'\nconst a = 'SELECT id FROM photos'",
    ],
    [
      'src-main/shells/electron/x.ts',
      "import { app } from 'electron'\nimport { createLibrary } from '../../library/library.ts'",
    ],
    ['src-main/analysis/models/x.ts', "import * as ort from 'onnxruntime-node'"],
    [
      'src-renderer/x.ts',
      "import { Settings } from '../src-main/contract/library/settings.ts'\nimport { ref } from 'vue'",
    ],
    [
      'src-main/library/api/x.ts',
      '// SELECT id FROM photos is what the catalogue does\nconst a = "Select photos from a folder"',
    ],
  ])('%s', (path, text) => {
    expect(findBreaches({ path, text })).toEqual([])
  })
})
