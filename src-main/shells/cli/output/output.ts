import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { type Text, isText } from '../../../contract/sentences/text.ts'
import { once } from 'node:events'
import { around } from '../surroundings/run.ts'

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
export const printJson = (value: unknown): void =>
  print(JSON.stringify(value, (_key, each: unknown) => (isText(each) ? inEnglish(each) : each), 2))

/** Prints progress or a problem on one line. */
export const tell = (line: string | Text): void => void around().stderr.write(`${asString(line)}\n`)

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
