import { expect, test } from 'vitest'
import { checkChoice, readChoice, saveChoice } from '../../../src-main/library/remote/engine-choice.ts'

function makeSettings() {
  const kept = new Map<string, string>()
  return {
    getState: (key: string) => kept.get(key) ?? null,
    setState: (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value)),
  }
}
function makeLog() {
  const warnings: string[] = []
  const quiet = () => undefined
  return { warnings, debug: quiet, info: quiet, warn: (message: string) => void warnings.push(message), error: quiet }
}

test('a saved choice is read again; without one the local engine is used', () => {
  const [settings, log] = [makeSettings(), makeLog()]
  expect(readChoice(settings, log)).toMatchObject({ engine: 'local', address: '' })
  const choice = checkChoice({ engine: 'remote', address: 'https://photos.example.com/v2/' })
  expect(choice.address).toBe('https://photos.example.com')
  saveChoice(settings, choice)
  expect(readChoice(settings, log)).toEqual(choice)
  expect(log.warnings).toEqual([])
})

test('a choice saved by another version is not understood: the local engine is used, with a warning', () => {
  const [settings, log] = [makeSettings(), makeLog()]
  saveChoice(settings, { engine: 'cloud' } as never)
  expect(readChoice(settings, log)).toMatchObject({ engine: 'local' })
  expect(log.warnings).toHaveLength(1)
})

test.each([
  ['photos.example.com', /must begin with/],
  ['https://key:secret@photos.example.com', /own fields/],
  ['https://photos.example.com/?key=1', /no "\?"/],
])('%s is not an address', (address, words) => {
  expect(() => checkChoice({ engine: 'remote', address })).toThrow(words)
  expect(() => checkChoice({ engine: 'local', address })).toThrow(words)
  expect(() => checkChoice({ engine: 'local', address: '' })).not.toThrow()
})
