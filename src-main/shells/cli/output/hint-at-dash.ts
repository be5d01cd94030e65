import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { around } from '../surroundings/run.ts'

/** A hint for an "unknown option" that is really the name of a file; else empty. */
export function hintAtDash(error: string): string {
  const name = /unknown option '(-[^']*)'/.exec(error)?.[1]
  if (name === undefined || !existsSync(resolve(around().cwd, name))) return ''
  return `There is a file of that name: write "./${name}", or "--" before the names.\n`
}
