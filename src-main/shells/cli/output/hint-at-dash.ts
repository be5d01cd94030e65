import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { around } from '../surroundings/run.ts'

/** What follows an error of the command line where an "unknown option" is the name of a file; else nothing. */
export function hintAtDash(error: string): string {
  const name = /unknown option '(-[^']*)'/.exec(error)?.[1]
  if (name === undefined || !existsSync(resolve(around().cwd, name))) return ''
  return `There is a file of that name: write "./${name}", or "--" before the names.\n`
}
