import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRows } from '../../../../../../src-main/library/transfer/import/sources/csv/read-rows.ts'
import { tempFolder } from '../../../../../fixtures/folders.ts'

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`

function write(text: string | Buffer): string {
  const file = join(tempFolder(), 'a.csv')
  writeFileSync(file, text)
  return file
}
async function read(text: string | Buffer): Promise<string[][]> {
  const rows: string[][] = []
  for await (const row of readRows(write(text))) rows.push(row)
  return rows
}

test('cells with any text are read back, with any line ends', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'ß') })
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  await fc.assert(
    fc.asyncProperty(rows, ends, async (cells, end) => {
      // The first line reveals the separator.
      const head = ['one', 'two']
      const text = [head, ...cells].map((row) => row.map(quote).join(',') + end).join('')
      expect(await read(text)).toEqual([head, ...cells])
    }),
  )
})

test('lines of one file may have different ends, and the last one may lack its end', async () => {
  expect(await read('a,b\r\nc,d\ne,f\rg,h')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
    ['g', 'h'],
  ])
})

test('plain cells may contain quotes, rows may have any length, and the first line reveals the separator', async () => {
  expect(await read('a 5" disk\tb\n\nc')).toEqual([['a 5" disk', 'b'], [''], ['c']])
  expect(await read('a;b,c;d\n1;2')).toEqual([
    ['a', 'b,c', 'd'],
    ['1', '2'],
  ])
})

test('byte order marks are not text', async () => {
  const rows = [
    ['path', 'title'],
    ['Zoë.jpg', '😀'],
  ]
  expect(await read('\ufeffpath,title\nZoë.jpg,😀\n')).toEqual(rows)
  expect(await read(Buffer.from('\ufeffpath\ttitle\r\nZoë.jpg\t😀\r\n', 'utf16le'))).toEqual(rows)
})

test('an unclosed quote is reported with its row', async () => {
  await expect(read('path\na.jpg\n"b\nc.jpg\n')).rejects.toMatchObject({
    code: 'bad-params',
    message: 'a.csv is no file of comma separated values: a quote in row 3 is not closed.',
  })
  await expect(read(`path\n"${'x'.repeat(5_000_000)}`)).rejects.toMatchObject({
    message: 'a.csv is no file of comma separated values: a quote in row 2 is not closed.',
  })
})

test('rows arrive while the file is read, however long it is', async () => {
  const row = `${'x'.repeat(100)},y\n`
  const file = write(row.repeat(300_000))
  const before = process.memoryUsage().arrayBuffers
  const rows = readRows(file)
  for (let count = 0; count < 1000; count++) await rows.next()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000)
  await rows.return(undefined)
})

test('a table that a spreadsheet saved in the encoding of Windows has its letters', async () => {
  expect(await read(Buffer.from('path;caption\r\n\xe4.jpg;Gr\xf6\xdfe \x96 5 \x80\r\n', 'latin1'))).toEqual([
    ['path', 'caption'],
    ['ä.jpg', 'Größe – 5 €'],
  ])
  const long = 'ä'.repeat(100_000)
  expect(await read(`path,caption\na.jpg,x${long}\n`)).toEqual([
    ['path', 'caption'],
    ['a.jpg', `x${long}`],
  ])
})
