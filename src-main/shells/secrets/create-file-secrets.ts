import { say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import type { Secrets } from '../../library/host/secrets.ts'
import { readPrivateFile, removePrivateFile, writePrivateFile } from './private-file.ts'

const Kept = z.record(z.string(), z.string())
type Kept = z.infer<typeof Kept>

/** Converts text to the bytes of the file and back; plain if nothing encrypts them. */
export type Sealing = { seal(text: string): Promise<Uint8Array>; open(bytes: Buffer): Promise<string> }

const unsealed: Sealing = {
  seal: async (text) => Buffer.from(text, 'utf8'),
  open: async (bytes) => bytes.toString('utf8'),
}

/**
 * Keeps secrets in a file that only this user can read. Rejects with `file-unreadable` if others could read it, or if
 * its content is not valid.
 */
export function createFileSecrets(
  file: string,
  {
    kind = 'file',
    note = say('remote.keptInFile', { path: file }),
    sealing = unsealed,
  }: { kind?: Secrets['kind']; note?: Text; sealing?: Sealing } = {},
): Secrets {
  const readAll = async (): Promise<Kept> => {
    const bytes = await readPrivateFile(file)
    return bytes === null ? {} : parse(await openSealed(sealing, bytes, file), file)
  }
  const change = inTurn(async (edit: (kept: Kept) => Kept) => {
    const kept = edit(await readAll().catch(startAfresh))
    if (Object.keys(kept).length === 0) await removePrivateFile(file)
    else await writePrivateFile(file, await sealing.seal(JSON.stringify(kept)))
  })
  return {
    kind,
    note,
    get: async (name) => (await readAll())[name] ?? null,
    set: (name, value) => change((kept) => ({ ...kept, [name]: value })),
    remove: (name) => change((kept) => Object.fromEntries(Object.entries(kept).filter(([other]) => other !== name))),
  }
}

/** An unusable file is replaced completely: it must not prevent a person from entering secrets again. */
function startAfresh(error: unknown): Kept {
  if (error instanceof AppError && error.code === 'file-unreadable') return {}
  throw error
}

/** Each change reads and writes the file, so two at once would lose one. */
function inTurn<T>(work: (input: T) => Promise<void>): (input: T) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  return (input) => {
    const mine = last.then(() => work(input))
    last = mine.catch(() => undefined) // its caller gets the error; the next one reads the file itself
    return mine
  }
}

async function openSealed(sealing: Sealing, bytes: Buffer, file: string): Promise<string> {
  try {
    return await sealing.open(bytes)
  } catch (error) {
    throw new AppError('file-unreadable', say('remote.undecryptable', { path: file }), { cause: error })
  }
}

/** The error contains nothing of the text, which may hold a secret. */
function parse(text: string, file: string): Kept {
  try {
    return Kept.parse(JSON.parse(text))
  } catch {
    throw new AppError('file-unreadable', say('remote.keptDamaged', { path: file }))
  }
}
