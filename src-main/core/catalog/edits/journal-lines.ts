import { crc32 } from 'node:zlib'

const CHECKSUM_DIGITS = 8

/** A line of a journal: a checksum, a blank, and JSON. */
export function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${checksum(json)} ${json}\n`
}

/** The values of all lines that are whole; a line that was cut off or damaged is passed over and counted. */
export function decodeLines(text: string): { values: unknown[]; damaged: number } {
  const lines = text.split('\n').filter((line) => line !== '')
  const values = lines.flatMap(decodeLine)
  return { values, damaged: lines.length - values.length }
}

function decodeLine(line: string): unknown[] {
  const json = line.slice(CHECKSUM_DIGITS + 1)
  return line.slice(0, CHECKSUM_DIGITS) === checksum(json) ? [JSON.parse(json)] : []
}

const checksum = (text: string) => crc32(text).toString(16).padStart(CHECKSUM_DIGITS, '0')
