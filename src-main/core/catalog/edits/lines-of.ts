import { closeSync, openSync, readSync, statSync } from 'node:fs'

const CHUNK = 1 << 20
const LINE_END = 10

/** The lines of a file, one after the other: a string of a whole file could be longer than strings may be. */
export function* linesOf(file: string): Generator<string> {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(CHUNK)
    let begun: Buffer[] = []
    for (let count = -1; count !== 0;) {
      count = readSync(descriptor, buffer, 0, CHUNK, null)
      let chunk = Buffer.from(buffer.subarray(0, count))
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END)) {
        yield Buffer.concat([...begun, chunk.subarray(0, end)]).toString()
        begun = []
        chunk = chunk.subarray(end + 1)
      }
      begun.push(chunk)
    }
    yield Buffer.concat(begun).toString()
  } finally {
    closeSync(descriptor)
  }
}

/** Whether the last line of a file is whole. */
export function endsWithLine(file: string): boolean {
  const { size } = statSync(file)
  const descriptor = openSync(file, 'r')
  try {
    const last = Buffer.alloc(1)
    return size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === LINE_END
  } finally {
    closeSync(descriptor)
  }
}
