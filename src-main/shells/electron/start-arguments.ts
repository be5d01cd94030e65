import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** What the person asked for when starting the app. Paths are absolute. */
export type StartArguments = { library: string | undefined; add: string[] }

/** Reads `--library DIR` and `--add DIR`; Electron and Chromium bring switches of their own, which are left alone. */
export function readStartArguments(argv: readonly string[], cwd: string): StartArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: { library: { type: 'string' }, add: { type: 'string', multiple: true } },
    strict: false,
  })
  const texts = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string')
  return {
    library: texts(values.library).map((path) => resolve(cwd, path))[0],
    add: texts(values.add).map((path) => resolve(cwd, path)),
  }
}
