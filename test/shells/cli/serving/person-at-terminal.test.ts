import { PassThrough } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { personAtTerminal, writePath } from '../../../../src-main/shells/cli/serving/person-at-terminal.ts'

let input: PassThrough
let shown: string
let onShown: () => void

beforeEach(() => {
  input = new PassThrough()
  shown = ''
  onShown = () => undefined
})

const person = () => {
  const output = new PassThrough()
  output.on('data', (chunk) => {
    shown += String(chunk)
    onShown()
  })
  return personAtTerminal({ input, output, isUsed: async () => true })
}
const untilShown = (text: string) =>
  new Promise<void>((resolve) => {
    onShown = () => shown.includes(text) && resolve()
    onShown()
  })
/** Types a line once the question is there. */
const answer = async (line: string) => {
  const mayUse = person().mayUse('/media/ann/EOS', new AbortController().signal)
  await untilShown('[y/N]')
  input.write(`${line}\n`)
  return mayUse
}

test('the question names the path, and y allows it', async () => {
  expect(await answer('y')).toBe(true)
  expect(shown).toContain('\n  /media/ann/EOS\n')
  expect(shown).toContain('Allow this folder and all below it, from now on? [y/N]')
})

test.each(['n', '', 'yesterday', 'j'])('“%s” does not', async (line) => {
  expect(await answer(line)).toBe(false)
  expect(shown).toContain('Not allowed.')
})

test('a withdrawn question says so', async () => {
  const window = new AbortController()
  const mayUse = person().mayUse('/media', window.signal)
  await untilShown('[y/N]')
  window.abort()
  await expect(mayUse).rejects.toThrow()
  expect(shown).toContain('The question is withdrawn.')
})

test('a path cannot move the cursor or reverse the text around it', () => {
  expect(writePath('/a\u001B[2K\rAllow\n/b\u202Egnp.exe')).toBe(String.raw`/a\u{1b}[2K\u{d}Allow\u{a}/b\u{202e}gnp.exe`)
  expect(writePath('/home/änn/Bilder – 2026')).toBe('/home/änn/Bilder – 2026')
})
