import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantiateScan } from '../../../src-main/indexes/scan/scan-kernel.ts'
import { assembleModule, op, signed, unsigned } from '../../../src-main/base/wasm/wasm-emitter.ts'

test('writes LEB128 as specified', () => {
  expect(unsigned(0)).toEqual([0])
  expect(unsigned(624_485)).toEqual([0xe5, 0x8e, 0x26])
  expect(signed(-123_456)).toEqual([0xc0, 0xbb, 0x78])
  expect(signed(64)).toEqual([0xc0, 0x00])
})

test('assembles a module that the runtime accepts', () => {
  const bytes = assembleModule({
    name: 'mark',
    params: ['i32'],
    locals: [],
    body: [op.get(0), op.i32(-7), op.storeI32(8)],
  })
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  const { mark } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } }).exports as {
    mark: (at: number) => void
  }
  mark(16)
  expect(new Int32Array(memory.buffer)[6]).toBe(-7)
})

test('the kernel sums products exactly', () => {
  const rowBytes = 48
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  const scan = instantiateScan(memory)
  const row = fc.array(fc.integer({ min: -127, max: 127 }), { minLength: rowBytes, maxLength: rowBytes })
  const query = fc.array(fc.integer({ min: -32_767, max: 32_767 }), { minLength: rowBytes, maxLength: rowBytes })
  fc.assert(
    fc.property(fc.array(row, { minLength: 8, maxLength: 8 }), query, (rows, numbers) => {
      new Int16Array(memory.buffer, 0, rowBytes).set(numbers)
      rows.forEach((values, i) => new Int8Array(memory.buffer, 4096 + i * rowBytes, rowBytes).set(values))
      scan(0, 4096, rowBytes, 2, 1024)
      const expected = rows.map((values) => values.reduce((sum, value, i) => sum + value * numbers[i]!, 0))
      expect([...new Int32Array(memory.buffer, 1024, 8)]).toEqual(expected)
    }),
    { numRuns: 200 },
  )
})
