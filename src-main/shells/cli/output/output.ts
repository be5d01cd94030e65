import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { type Text, isText } from '../../../contract/sentences/text.ts'
import { once } from 'node:events'
import type { Command } from 'commander'
import { around, isQuiet } from '../surroundings/run.ts'

/** Standard output is only for results, so that `--json` can be piped; progress and problems go to standard error. */
export const print = (line: string | Text = ''): void => void around().stdout.write(`${asString(line)}\n`)

/**
 * Resolves once the reader has taken almost everything printed: a long list that awaits this now and then never
 * accumulates in memory.
 */
export async function untilTaken(): Promise<void> {
  const { stdout } = around()
  while (stdout.writableNeedDrain === true) await once(stdout, 'drain')
}

/** Prints a result for other programs; JSON.md describes the formats. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, inWords, 2))

const inWords = (_key: string, value: unknown): unknown => (isText(value) ? inEnglish(value) : value)

/** Options of commands that print any number of results. */
export type RowOptions = { json?: boolean; jsonl?: boolean }

/** Adds `--json` and `--jsonl`. */
export const addRowOptions = (command: Command): Command =>
  command
    .option('--json', 'print JSON (see JSON.md)')
    .option('--jsonl', 'print JSON Lines: one object a line, as they are found')

/**
 * Prints results for other programs as they come, at the speed of the reader, so that any number of them needs little
 * memory: an array with `--json`, one object a line with `--jsonl`. Returns how many there were.
 */
export async function printRows(rows: AsyncIterable<unknown>, { jsonl }: RowOptions): Promise<number> {
  let printed = 0
  for await (const row of rows) {
    const text = JSON.stringify(row, inWords)
    around().stdout.write(jsonl ? `${text}\n` : `${printed === 0 ? '[' : ','}\n  ${text}`)
    printed++
    await untilTaken()
  }
  if (!jsonl) print(printed === 0 ? '[]' : '\n]')
  return printed
}

/** A time by this machine's clock, with its distance from UTC: `2026-03-01 10:30:00 +01:00`. */
export function formatTime(ms: number): string {
  const aheadMinutes = -new Date(ms).getTimezoneOffset()
  const local = new Date(ms + aheadMinutes * 60_000).toISOString()
  const ahead = new Date(Math.abs(aheadMinutes) * 60_000).toISOString().slice(11, 16)
  return `${local.slice(0, 10)} ${local.slice(11, 19)} ${aheadMinutes < 0 ? '-' : '+'}${ahead}`
}

/** Prints a problem on one line. */
export const tell = (line: string | Text): void => void around().stderr.write(`${asString(line)}\n`)

/** Prints progress, or that there was nothing to do; `--quiet` leaves it out. */
export const note = (line: string | Text): void => void (isQuiet() || tell(line))

const asString = (line: string | Text): string => (typeof line === 'string' ? line : inEnglish(line))

/** `3 photos`, `1 photo`; units such as `MB` have one form. */
export const count = (number: number, noun: string): string => `${number.toLocaleString('en')} ${plural(noun, number)}`

const isUnit = (noun: string): boolean => noun === noun.toUpperCase()

/** The form of a noun for a number. */
export const plural = (noun: string, number = 2): string => (number === 1 || isUnit(noun) ? noun : `${noun}s`)

/** Problems of several things: a reason that all of them share is printed once. */
export function writeProblems(problems: readonly { title: string; problem: string }[]): string[] {
  const reasons = new Set(problems.map(({ problem }) => problem))
  return problems.length > 1 && reasons.size === 1
    ? [...reasons]
    : problems.map(({ title, problem }) => `${title}: ${problem}`)
}

/** Lines of columns, each as wide as its longest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** From now on, a closed terminal or a full disk behind redirected output does not end the program. */
export function outliveOutput(): void {
  const { stdout, stderr } = around()
  for (const stream of [stdout, stderr]) stream.removeAllListeners('error').on('error', () => undefined)
}
