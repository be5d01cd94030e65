import { say } from '../../../../../contract/sentences/say.ts'
import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../../../../../contract/errors.ts'
import { encodingOfXml } from '../../../../../base/formats/xmp/encoding-of-xml.ts'
import { withFile } from '../../../../metadata/with-file.ts'
import { decodeXmp as decodeText } from '../../../../metadata/xmp.ts'

/** The cells of a row, as texts. */
export type CsvRow = string[]

/** Maximum length of a row written by a person. */
const MAX_ROW_BYTES = 4_000_000
const HEAD_BYTES = 65_536

/**
 * The rows of a file of comma, semicolon or tab separated values, as a stream: a file of any size needs little memory.
 * Throws `bad-params` with the number of a row with an unclosed quote, and the system's errors.
 */
export async function* readRows(file: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter: await findSeparator(file),
    // Tables of one file may end their lines in several ways.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
  })
  const isDecoded = await isUnicode(file)
  // Errors of either stream reach the reader.
  if (isDecoded) pipeline(createReadStream(file), parser, () => undefined)
  else pipeline(createReadStream(file), decodeWindows, parser, () => undefined)
  try {
    for await (const row of parser) yield row as CsvRow
  } catch (error) {
    throw error instanceof CsvError ? describe(error, file) : error
  }
}

/** Whether a file is UTF-8, or UTF-16 by its mark. */
async function isUnicode(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    if (isFirst && encodingOfXml(piece).startsWith('utf-16')) return true
    isFirst = false
    try {
      decoder.decode(piece, { stream: true })
    } catch {
      return false // TextDecoder throws for other bytes.
    }
  }
  return true
}

/** Spreadsheets on Windows save tables in its encoding, if not told otherwise. */
async function* decodeWindows(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('windows-1252')
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
}

function describe(error: CsvError, file: string): AppError {
  const row = Number(error['records']) + 1
  return new AppError('bad-params', say('sources.csvQuote', { name: path.basename(file), row }), { cause: error })
}

/** The one that occurs most often in the first line. */
async function findSeparator(file: string): Promise<string> {
  const head = await withFile(file, (opened) => opened.part(0, HEAD_BYTES))
  const [line = ''] = decodeText(head ?? Buffer.alloc(0)).split(/[\r\n]/, 1)
  const counts = [',', ';', '\t'].map((letter) => ({ letter, count: line.split(letter).length }))
  return counts.toSorted((a, b) => b.count - a.count)[0]!.letter
}
