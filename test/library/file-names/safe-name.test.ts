import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberedName } from '../../../src-main/library/file-names/numbered-name.ts'
import { safeName } from '../../../src-main/library/file-names/safe-name.ts'

describe('safeName', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a<b>c:d"e/f\\g|h?i*j', 'a_b_c_d_e_f_g_h_i_j'],
    ['CON', '_CON'],
    ['com1.old', '_com1.old'],
    ['con ', '_con'],
    ['Aux .', '_Aux'],
    ['nul\u00a0.old', '_nul\u00a0.old'],
    ['CONIN$', '_CONIN$'],
    [`con${' '.repeat(300)}x`, '_con'],
    ['trailing. . ', 'trailing'],
    ['   ', ''],
    ['…', '…'],
    ['e\u0301t\u00e9', '\u00e9t\u00e9'],
    ['line\nbreak\u202egpj', 'line_breakgpj'],
  ])('%j becomes %j', (given, expected) => expect(safeName(given)).toBe(expected))

  test('gives a name that every system accepts, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (given) => {
        const name = safeName(given)
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u)
        expect(name).not.toMatch(/^[.\s]|[.\s]$/)
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
        expect(Buffer.byteLength(numberedName(name, '.jpg', 99_999))).toBeLessThanOrEqual(255)
        expect(safeName(name)).toBe(name)
      }),
      { numRuns: 500 },
    )
  })
})
