import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { parseJson, type PairManifest } from './pair-manifest.ts'

/** A text as numbers of tokens, with those that begin and end it; longer texts are cut, and keep their end. */
export type Tokenize = (text: string) => number[]

/** Opens a pair's tokenizer. Rejects with `file-unreadable` where its files are damaged or of a kind that is not known. */
export async function openTokenizer(dir: string, { files, maxTokens }: PairManifest): Promise<Tokenize> {
  const [tokenizer, config] = await Promise.all([
    readObject(join(dir, files.tokenizer.file)),
    readObject(join(dir, files.tokenizerConfig.file)),
  ])
  // imported late: only who searches by a sentence needs it
  const { Tokenizer } = await import('@huggingface/tokenizers')
  try {
    const opened = new Tokenizer(tokenizer, config)
    return (text) => cut(opened.encode(text).ids, maxTokens)
  } catch (cause) {
    throw new AppError('file-unreadable', say('pairs.tokenizerUnknown'), { cause })
  }
}

function cut(ids: number[], most: number): number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ids.at(-1)!]
}

async function readObject(file: string): Promise<object> {
  const value = parseJson(await readFile(file, 'utf8'))
  if (typeof value !== 'object' || value === null) throw new AppError('file-unreadable', say('pairs.tokenizerDamaged'))
  return value
}
