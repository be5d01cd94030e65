/** Writes the page from which a new library is created: `npm run schema`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { catalogLayout } from '../../src-main/library/catalog/catalog-layout.ts'
import { schemaPage } from '../../src-main/library/catalog/database/library-database.ts'
import type { Db } from '../../src-main/base/sqlite/connect.ts'

const HEAD = `-- The layout of library.db. A new library is made from this page; an older one gets here by the migrations.
-- \`npm run schema\` writes the page from the migrations. It keeps the comments and the order of the tables that stand
-- here: edit those, and nothing else.`

/** The page for the database that the migrations create, with the comments and the order of the previous page. */
export function renderSchema(before: string): string {
  const db: Db = new Database(':memory:')
  for (const { up } of catalogLayout()) up(db)
  const tables = new Map(readTables(db).map((sql) => [readTable(sql).name, sql]))
  const known = tablesOf(before)
  const order = [...known.keys()].filter((name) => tables.has(name))
  const names = [...new Set([...order, ...tables.keys()])]
  const blocks = names.map((name) => [
    ...renderTable(tables.get(name)!, known.get(name)),
    ...readSql(db, 'index', name).map((sql) => `${sql};`),
    ...readRows(db, name),
  ])
  const triggers = names.flatMap((name) => readSql(db, 'trigger', name)).map((sql) => `${sql};`)
  const version = `PRAGMA user_version = ${catalogLayout().at(-1)!.version};`
  db.close()
  return `${[[HEAD], [version], ...blocks, ['-- # Triggers'], triggers].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

// What the migrations created

/** Leaves out tables that SQLite creates for itself: `sqlite_sequence` and those below a full-text table. */
const readTables = (db: Db): string[] =>
  db
    .prepare<[], string>(
      `SELECT sql FROM sqlite_schema s JOIN pragma_table_list l ON l.name = s.name AND l.type <> 'shadow'
       WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite^_%' ESCAPE '^' ORDER BY s.rowid`,
    )
    .pluck()
    .all()

const readSql = (db: Db, type: 'index' | 'trigger', table: string): string[] =>
  db
    .prepare<[string, string], string>(
      'SELECT sql FROM sqlite_schema WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL ORDER BY rowid',
    )
    .pluck()
    .all(type, table)

/** Rows of a new library. */
function readRows(db: Db, table: string): string[] {
  const rows = db.prepare<[], unknown[]>(`SELECT * FROM ${table}`).raw().safeIntegers().all()
  const quote = db.prepare<[unknown], string>('SELECT quote(?)').pluck()
  return rows.map((row) => `INSERT INTO ${table} VALUES (${row.map((value) => quote.get(value)!).join(', ')});`)
}

// Tables with their comments

type Part = { text: string; comment: string }
type Table = { name: string; start: string; parts: Part[]; end: string; comment: string }

/** Each table of a page with the comment lines above it. */
function tablesOf(page: string): Map<string, Table> {
  const found = page.matchAll(/((?:^--.*\n|^\n)*)^CREATE (?:VIRTUAL )?TABLE /gm)
  return new Map(
    [...found].map(({ index, 1: lead = '' }) => {
      const table = readTable(page.slice(index + lead.length))
      return [table.name, { ...table, comment: lead.trim() || table.comment }]
    }),
  )
}

/** One line a column, with its comment. Full-text tables have no types and stay as they are. */
function renderTable(sql: string, known: Table | undefined): string[] {
  const table = readTable(sql)
  const comment = known?.comment ?? table.comment
  const lead = comment ? [comment] : []
  if (sql.startsWith('CREATE VIRTUAL')) return [...lead, `${sql};`]
  const comments = new Map((known ?? table).parts.map((part) => [keyOf(part), part.comment]))
  const lines = table.parts.map((part, at) => {
    const comma = at < table.parts.length - 1 ? ',' : ''
    return `  ${part.text}${comma} ${comments.get(keyOf(part)) ?? ''}`.trimEnd()
  })
  return [...lead, `${table.start} (`, ...lines, `)${table.end};`]
}

const keyOf = ({ text }: Part): string => text.split(/[\s(]/, 1)[0]!

/** The table whose `CREATE TABLE` starts a text. */
function readTable(sql: string): Table {
  const table: Table = { name: '', start: '', parts: [], end: '', comment: '' }
  let depth = 0
  let isOver = false
  for (const [token] of sql.matchAll(/--.*|'(?:[^']|'')*'|\s+|[(),;]|[^\s(),;'-]+|-/g)) {
    const part = table.parts.at(-1)
    if (token === ';' && depth === 0) break
    if (token.startsWith('--')) {
      // The comment of a line follows its comma.
      const owner = part === undefined || part.text !== '' ? part : table.parts.at(-2)
      ;(owner ?? table).comment = token.trimEnd()
    } else if (token === '(' && ++depth === 1) table.parts.push({ text: '', comment: '' })
    else if (token === ')' && --depth === 0) isOver = true
    else if (token === ',' && depth === 1) table.parts.push({ text: '', comment: '' })
    else if (isOver) table.end += token.trim() && (token === ',' ? ',' : ` ${token.trim()}`)
    else if (depth === 0) table.start += token.replace(/^\s+$/, ' ')
    else part!.text += token.replace(/^\s+$/, part!.text === '' ? '' : ' ')
  }
  for (const part of table.parts) part.text = part.text.trim()
  table.start = table.start.trim()
  table.name = table.start.replaceAll('"', '').split(' ')[table.start.startsWith('CREATE VIRTUAL') ? 3 : 2]!
  return table
}

if (import.meta.main) {
  const path = fileURLToPath(schemaPage)
  writeFileSync(path, renderSchema(readFileSync(path, 'utf8')))
}
