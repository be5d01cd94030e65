import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { parseJson, type PairManifest } from './pair-manifest.ts'

/** A text as token numbers, with start and end tokens; longer texts are cut but keep their end token. */
export type Tokenize = (text: string) => number[]

/** Opens a pair's tokenizer. Rejects with `file-unreadable` if its files are damaged or of an unknown kind. */
export async function openTokenizer(
  dir: string,
  { files, maxTokens }: Pick<PairManifest, 'files' | 'maxTokens'>,
): Promise<Tokenize> {
  const [tokenizer, config] = await Promise.all([
    readObject(join(dir, files.tokenizer.file)),
    readObject(join(dir, files.tokenizerConfig.file)),
  ])
  // imported late: only searches by a sentence need it
  const { Tokenizer } = await import('@huggingface/tokenizers')
  try {
    const opened = new Tokenizer(tokenizer, config)
    return (text) => cut(opened.encode(text).ids, maxTokens)
  } catch (cause) {
    throw new AppError('file-unreadable', say('pairs.tokenizerUnknown'), { cause })
  }
}

function cut(ids: number[], max: number): number[] {
  return ids.length <= max ? ids : [...ids.slice(0, max - 1), ids.at(-1)!]
}

async function readObject(file: string): Promise<object> {
  const value = parseJson(await readFile(file, 'utf8'))
  if (typeof value !== 'object' || value === null) throw new AppError('file-unreadable', say('pairs.tokenizerDamaged'))
  return value
}
