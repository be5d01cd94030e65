import { listImports, listStrings, type Source } from './read-sources.ts'

/** Layers from the ground up; each may import those it names. A file belongs to the layer of its folder. */
const ground = [
  'src-main/contract',
  'src-main/base/background',
  'src-main/base/files',
  'src-main/base/formats',
  'src-main/base/color',
  'src-main/base/wasm',
]
const engine = [...ground, 'src-main/analysis', 'src-main/compute', 'src-main/engines']
const layers: { folder: string; mayImport: string[] }[] = [
  { folder: 'src-main/contract', mayImport: [] },
  { folder: 'src-main/base', mayImport: ['src-main/contract'] },
  { folder: 'src-main/analysis', mayImport: ground },
  { folder: 'src-main/compute', mayImport: [...ground, 'src-main/analysis'] },
  { folder: 'src-main/engines', mayImport: [...ground, 'src-main/analysis', 'src-main/compute'] },
  { folder: 'src-main/indexes', mayImport: [...ground, 'src-main/base/sqlite', 'src-main/analysis'] },
  { folder: 'src-main/library', mayImport: [...engine, 'src-main/base/sqlite', 'src-main/indexes'] },
  { folder: 'src-main/service', mayImport: [...engine, 'src-main/base/sqlite', 'src-main/indexes'] },
  {
    folder: 'src-main/shells',
    mayImport: [...engine, 'src-main/base/sqlite', 'src-main/indexes', 'src-main/library', 'src-main/service'],
  },
  { folder: 'src-renderer', mayImport: ['src-main/contract'] },
]

/** Packages for a few folders only. */
const packages: { name: RegExp; title: string; folders: string[] }[] = [
  { name: /^electron(\/|$)/, title: 'electron', folders: ['src-main/shells/electron'] },
  {
    name: /^better-sqlite3(\/|$)/,
    title: 'better-sqlite3',
    folders: ['src-main/base/sqlite'],
  },
  {
    name: /^(pg|node-pg-migrate)(\/|$)/,
    title: 'pg',
    folders: ['src-main/service/store/postgres', 'test/fixtures/postgres'],
  },
  { name: /^onnxruntime-/, title: 'onnxruntime', folders: ['src-main/analysis/models'] },
  // Routes know no framework.
  {
    name: /^(fastify|@fastify\/.*)$/,
    title: 'Fastify',
    folders: ['src-main/service/http', 'src-main/service/documentation', 'src-main/shells/browser'],
  },
  { name: /^sharp(\/|$)/, title: 'sharp', folders: ['src-main/analysis'] },
]

/** Folders that may contain SQL, besides the `rows/` and `changes/` of a subject of the library. */
const sqlFolders = [
  'src-main/base/sqlite',
  'src-main/library/catalog',
  'src-main/library/history',
  'src-main/library/search',
  'src-main/library/transfer/import/sources',
  'src-main/indexes/store',
  'src-main/service/store',
]
const sql =
  /\b(SELECT\s[\s\S]+?\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(UNIQUE\s+)?(VIRTUAL\s+)?(TABLE|INDEX|TRIGGER)\s|PRAGMA\s+\w)/

const isIn = (folders: readonly string[], path: string) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
const layerOf = (path: string) => layers.find(({ folder }) => isIn([folder], path))

/** The layer of a path. */
export const layerFolder = (path: string): string | undefined => layerOf(path)?.folder

/** Whether a file may import another: of its own layer, or of one that its layer may import. */
export const mayImport = (path: string, imported: string): boolean => {
  const layer = layerOf(path)
  return !layer || isIn([layer.folder, ...layer.mayImport], imported)
}

const isFile = (name: string) => /^(src-main|src-renderer|build|test|resources|bin)\//.test(name)

/** A sentence for each rule that a file breaks, naming the file, the violation and the rule. */
export function findBreaches(source: Source): string[] {
  const imports = listImports(source)
  return [
    ...imports.filter(isFile).flatMap((name) => checkLayer(source.path, name)),
    ...imports.filter(isFile).flatMap((name) => checkFace(source.path, name)),
    ...imports.filter((name) => !isFile(name)).flatMap((name) => checkPackage(source.path, name)),
    ...checkSql(source),
  ]
}

function checkLayer(path: string, imported: string): string[] {
  const layer = layerOf(path)
  if (!layer || mayImport(path, imported)) return []
  const allowed = layer.mayImport.length > 0 ? `only ${layer.mayImport.join(', ')}` : 'no other layer'
  return [`${path} imports ${imported}: ${layer.folder} may import ${allowed}.`]
}

/**
 * Folders within a subject of the library that others may import too. Everything else that others import is at the
 * subject's top; `catalog/catalog.ts` knows the subject's stores.
 */
const openFolders = [
  'export/files',
  'files/disk',
  'files/plan',
  'ingest/places',
  'ingest/reconcile',
  'metadata/host',
  'metadata/plan',
  'metadata/worker',
  'pairs/kinds',
].map((folder) => `src-main/library/${folder}`)
/** They join all subjects. */
const joins = ['src-main/library/api', 'src-main/library/catalog', 'src-main/library/history/journal/change-kinds.ts']
/** The base of all subjects. */
const common = ['catalog', 'history', 'host', 'events', 'api'].map((folder) => `src-main/library/${folder}`)
const subjectOf = (path: string) => /^src-main\/library\/([^/]+)\//.exec(path)?.[1]
/** Rows and what is stored with them form one database, in which subjects share tables. */
const isDatabase = (path: string) =>
  /^src-main\/library\/(?:[^/]+(?:\/.+)?\/(?:rows|changes)|history|search)\//.test(path)

function checkFace(path: string, imported: string): string[] {
  const [from, to] = [subjectOf(path), subjectOf(imported)]
  if (from === undefined || to === undefined || from === to) return []
  const isAtTop = imported.split('/').length === 4
  if (isAtTop || isIn(joins, path) || isIn([...common, ...openFolders], imported)) return []
  if (isDatabase(path) && isDatabase(imported)) return []
  return [`${path} imports ${imported}: of ${to}, others may import only the files at its top and its open folders.`]
}

function checkPackage(path: string, name: string): string[] {
  const rule = packages.find((one) => one.name.test(name))
  if (rule && !isIn(rule.folders, path))
    return [`${path} imports ${name}: only ${rule.folders.join(', ')} may import ${rule.title}.`]
  if (isIn(['src-main/contract'], path) && !['zod', '@orpc/contract'].includes(name))
    return [`${path} imports ${name}: src-main/contract may import only zod and @orpc/contract.`]
  if (isIn(['src-renderer'], path) && name.startsWith('node:') && !path.endsWith('vite.config.ts'))
    return [`${path} imports ${name}: src-renderer runs in a browser engine, which has no Node.`]
  return []
}

function checkSql(source: Source): string[] {
  if (isIn(sqlFolders, source.path) || /^src-main\/library\/.*\/(rows|changes)\//.test(source.path)) return []
  if (!/\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|PRAGMA)\b/.test(source.text)) return [] // saves parsing it
  const found = listStrings(source).find((text) => sql.test(text))
  return found === undefined
    ? []
    : [
        `${source.path} holds SQL ("${found.trim().slice(0, 40)}"): only rows and changes of the library, ${sqlFolders.join(', ')} may hold SQL.`,
      ]
}

/** Layers without a README, and READMEs that are too long. */
export function findReadmeBreaches(readmes: ReadonlyMap<string, string>, folders: readonly string[]): string[] {
  const absent = folders
    .filter((folder) => !readmes.has(`${folder}/README.md`))
    .map(
      (folder) =>
        `${folder} has no README.md: each layer says what it is for, what it may import and where to start reading.`,
    )
  const long = [...readmes]
    .filter(([, text]) => text.trimEnd().split('\n').length > 30)
    .map(
      ([path, text]) => `${path} has ${text.trimEnd().split('\n').length} lines: a README of a layer has at most 30.`,
    )
  return [...absent, ...long]
}
