import { existsSync } from 'node:fs'

/** What follows an error of the command line where an "unknown option" is the name of a file; else nothing. */
export function hintAtDash(error: string): string {
  const name = /unknown option '(-[^']*)'/.exec(error)?.[1]
  if (name === undefined || !existsSync(name)) return ''
  return `There is a file of that name: write "./${name}", or "--" before the names.\n`
}
