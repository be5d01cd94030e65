import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { app } from 'electron'

/** The person's arguments at the start of the app. Paths are absolute. */
type StartArguments = { library: string | undefined; add: string[]; open: string[] }

/** Reads `--library DIR`, `--add DIR`, and what to open; other switches are for Electron and ignored. */
export function readStartArguments(argv: readonly string[], cwd: string): StartArguments {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: { library: { type: 'string' }, add: { type: 'string', multiple: true } },
    strict: false,
  })
  const texts = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string')
  return {
    library: texts(values.library).map((path) => resolve(cwd, path))[0],
    add: texts(values.add).map((path) => resolve(cwd, path)),
    // The first one is the program itself unless it is packed.
    open: positionals.slice(app.isPackaged ? 0 : 1).map((what) => toOpen(what, cwd)),
  }
}

/** An unchanged link, or an absolute path. File managers of Linux write files and folders as `file:` addresses. */
function toOpen(what: string, cwd: string): string {
  if (/^lumafold:/i.test(what)) return what
  return pathOfAddress(what) ?? resolve(cwd, what)
}

/** Null for what is no address of a file on this machine. */
function pathOfAddress(what: string): string | null {
  try {
    return /^file:\/\//i.test(what) ? fileURLToPath(what) : null
  } catch {
    return null // of another machine, or with a name that no file can have
  }
}
