import { posix, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, type Source } from './read-sources.ts'

/** Folders whose names keep to GLOSSARY.md; add a folder once its names do. */
const folders = [
  'src-main/analysis',
  'src-main/indexes',
  'src-main/base',
  'src-main/compute',
  'src-main/engines',
  'src-main/service',
  'src-main/shells',
  'src-main/contract',
  'src-main/library',
]

/** Words of names in lower case, and what GLOSSARY.md says instead. Words next to each other are joined by a hyphen. */
const banned: Readonly<Record<string, string>> = {
  hindrance: 'problem',
  'held-up': 'delayed',
  glance: 'check',
  patience: 'timeout',
  shelf: 'cache',
  'made-of': 'what it contains',
  'rest-of': 'what is left out',
  said: 'what it is: a value, a message',
  told: 'reported, shown or sent',
  untold: 'due or pending',
  facts: 'what they are: stats, columns, info',
  keeper: 'a noun of the field or a verb',
  anew: 'again',
  'so-many': 'count',
}
/** Constants of limits begin with MAX_ or MIN_. */
const limit = /^(MOST|LONGEST|LARGEST|LEAST|SHORTEST|SMALLEST)(_|$)/

/** Names that a source declares. Names in snake_case belong to interfaces and tables, where they cannot change. */
function declaredNames(text: string): string[] {
  const declared = /\b(?:const|let|function\*?|class|type|readonly|async|static|get)\s+#?([A-Za-z]\w*)/g
  const members = /^ +#?([A-Za-z]\w*)\??(?=[:(,]| \})/gm
  return [...text.matchAll(declared), ...text.matchAll(members)]
    .map(([, name = '']) => name)
    .filter((name) => !name.includes('_') || name === name.toUpperCase())
}

/** A line for each name of a source that GLOSSARY.md bans. */
function findBanned({ path, text }: Source): string[] {
  const names = [posix.basename(path).replace(/\..*/, ''), ...declaredNames(text)]
  return [...new Set(names)].flatMap((name) => {
    if (limit.test(name)) return [`${path}: ${name} begins with MAX_ or MIN_`]
    const words = name
      .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
      .replaceAll('_', '-')
      .toLowerCase()
    return Object.entries(banned)
      .filter(([word]) => `-${words}-`.includes(`-${word}-`))
      .map(([word, instead]) => `${path}: ${name}: instead of "${word}" say ${instead}`)
  })
}

test('names use no word that GLOSSARY.md bans', () => {
  const sources = readSources(resolve(import.meta.dirname, '../..'), folders)
  // Names there are keys of sentences, which translations and stored rows share.
  const named = sources.filter(({ path }) => !path.startsWith('src-main/contract/sentences/'))
  expect(named.flatMap(findBanned)).toEqual([])
})

test('a banned word is found in constants, members, parameters and names of files', () => {
  const text = [
    'const MOST_TRIES = 3',
    'export class IndexKeeper {',
    '  #heldUpSince = 0',
    '  lastTold(): void {}',
    '  is_told: boolean',
    '}',
  ].join('\n')
  expect(findBanned({ path: 'src-main/made-of.ts', text }).map((line) => line.split(':')[1]?.trim())).toEqual([
    'made-of',
    'MOST_TRIES begins with MAX_ or MIN_',
    'IndexKeeper',
    'lastTold',
  ])
  expect(declaredNames('  readonly #heldUpSince = 0')).toEqual(['heldUpSince'])
  expect(declaredNames('  // said of a photo\n  * told, once')).toEqual([])
})
