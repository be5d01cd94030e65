import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile, readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import open from 'open'
import { z } from 'zod'
import { AppError, textOf } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Program } from '../../contract/shell/contract.ts'
import { findPlaces } from '../places.ts'
import { hasDisplay } from '../reveal.ts'

const Remembered = z.object({ programs: z.array(z.object({ id: z.string(), name: z.string(), path: z.string() })) })
type RememberedProgram = z.infer<typeof Remembered>['programs'][number]

export type ProgramsOptions = {
  /** Where chosen programs are stored. */
  file: string
  /** Folders of desktop entries. */
  folders?: readonly string[]
  platform?: NodeJS.Platform
  /** Opens a file in a program or in the system's default one. */
  openFile?: (file: string, program?: string) => Promise<unknown>
  /** Starts a program that runs independently. */
  start?: (command: readonly string[]) => Promise<void>
  isShown?: () => boolean
}

/** The file of a person's chosen programs, for all their libraries. */
export const programsFile = (): string => path.join(findPlaces().configDir, 'programs.json')

/** Programs of this machine that can open photos; a window only knows their ids. */
export class Programs {
  readonly #options: Required<ProgramsOptions>

  constructor(options: ProgramsOptions) {
    this.#options = {
      folders: entryFolders(homedir()),
      platform: process.platform,
      openFile: (file, program) => open(file, program === undefined ? {} : { app: { name: program } }),
      start: startDetached,
      isShown: hasDisplay,
      ...options,
    }
  }

  /** Chosen ones first, then those that the system knows for photos. */
  async list(): Promise<Program[]> {
    const chosen = (await this.#read()).map(({ id, name }) => ({ id, name, isChosen: true }))
    const installed = (await this.#installed()).map(({ id, name }) => ({ id, name, isChosen: false }))
    return [...chosen, ...installed]
  }

  /** Stores a program that a person chose. */
  async remember(place: string): Promise<Program> {
    const known = await this.#read()
    const id = createHash('sha256').update(place).digest('hex').slice(0, 24)
    const name = path.basename(place).replace(/\.(app|exe|desktop)$/i, '')
    const programs = [{ id, name, path: place }, ...known.filter((each) => each.id !== id)]
    await mkdir(path.dirname(this.#options.file), { recursive: true })
    const written = `${this.#options.file}.new`
    await writeFile(written, JSON.stringify({ programs }), { mode: 0o600 })
    await rename(written, this.#options.file)
    return { id, name, isChosen: true }
  }

  /** Opens a file in a program, or in the system's default one. Throws `not-supported-here` or `file-unreadable`. */
  async open(file: string, id?: string): Promise<void> {
    const { isShown, openFile, start } = this.#options
    if (!isShown()) throw new AppError('not-supported-here', say('programs.noDisplay', { path: file }))
    try {
      const chosen = (await this.#read()).find((each) => each.id === id)
      const entry = (await this.#installed()).find((each) => each.id === id)
      if (id === undefined) await openFile(file)
      else if (chosen !== undefined) await openFile(file, chosen.path)
      else if (entry !== undefined) await start(commandOf(entry.exec, file))
      else throw new AppError('bad-params', say('programs.gone'))
    } catch (error) {
      if (error instanceof AppError) throw error
      throw new AppError('file-unreadable', say('programs.notOpened', { path: file, reason: textOf(error) }), {
        cause: error,
      })
    }
  }

  #installed() {
    return this.#options.platform === 'linux' ? findDesktopEntries(this.#options.folders) : Promise.resolve([])
  }

  async #read(): Promise<RememberedProgram[]> {
    const text = await readFile(this.#options.file, 'utf8').catch(() => '')
    if (text === '') return []
    const parsed = Remembered.safeParse(parseJson(text))
    return parsed.success ? parsed.data.programs : []
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // somebody else changed the file: programs have to be chosen again
  }
}

function startDetached([program = '', ...words]: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { detached: true, stdio: 'ignore' })
    child.once('error', reject)
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
  })
}

/** A program as described on a Linux desktop. */
type DesktopEntry = { id: string; name: string; exec: string }

/** Programs that declare to open such files. */
const PHOTO_TYPE = /^image\/(jpeg|tiff|x-|\*)/

/** Folders of desktop entries, by the specification of freedesktop.org; the person's own come first. */
function entryFolders(home: string, environment: NodeJS.ProcessEnv = process.env): string[] {
  const own = environment['XDG_DATA_HOME'] || path.join(home, '.local', 'share')
  const shared = (environment['XDG_DATA_DIRS'] || '/usr/local/share:/usr/share').split(':')
  return [own, ...shared].map((folder) => path.join(folder, 'applications'))
}

/** Installed programs for photos, sorted by name; the first entry with an id counts. */
async function findDesktopEntries(folders: readonly string[]): Promise<DesktopEntry[]> {
  const found = new Map<string, DesktopEntry>()
  for (const folder of folders)
    for (const id of (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.desktop'))) {
      if (found.has(id)) continue
      const entry = parseEntry(id, await readFile(path.join(folder, id), 'utf8').catch(() => ''))
      if (entry !== null) found.set(id, entry)
    }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
}

function parseEntry(id: string, text: string): DesktopEntry | null {
  const section = text.split(/^\[/m).find((part) => part.startsWith('Desktop Entry]')) ?? ''
  const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(section)?.[1]?.trim() ?? ''
  const isShown = valueOf('NoDisplay') !== 'true' && valueOf('Hidden') !== 'true' && valueOf('Terminal') !== 'true'
  const isForPhotos = valueOf('MimeType')
    .split(';')
    .some((type) => PHOTO_TYPE.test(type))
  const [name, exec] = [valueOf('Name'), valueOf('Exec')]
  return isShown && isForPhotos && name !== '' && exec !== '' ? { id, name, exec } : null
}

/** The command of an entry with a file in its placeholder, as words that no shell interprets. */
function commandOf(exec: string, file: string): string[] {
  const words = [...exec.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
  )
  const filled = words.flatMap((word) => {
    if (/^%[fFuU]$/.test(word)) return [file]
    return /^%[a-zA-Z]$/.test(word) ? [] : [word.replaceAll('%%', '%')]
  })
  return filled.includes(file) ? filled : [...filled, file]
}
