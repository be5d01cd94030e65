import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import type { AnalysisOutcome, AnalysisRequest } from '../../../../src-main/analysis/photo/findings.ts'
import { say, foreign } from '../../../../src-main/contract/sentences/say.ts'
import { TagExplainer } from '../../../../src-main/library/photos/calls/explain-tag.ts'
import { openTagNames } from '../../../../src-main/library/languages/open-tag-names.ts'
import { resourcesDir } from '../../../analysis/models/registry/sample-photos.ts'
import { openWithRoot, saveFound, tag } from '../../catalog/library.ts'

/** A catalogue with a photo, and an engine that records each request and answers with `outcome`. */
function open(outcome: Partial<AnalysisOutcome> = {}) {
  const { catalog, add } = openWithRoot(undefined, openTagNames(resourcesDir))
  const [id] = add('a.jpg') as [number]
  const requests: AnalysisRequest[] = []
  const engine = {
    analyse: async (request: AnalysisRequest) => {
      requests.push(request)
      const tagReasons = Object.fromEntries(
        request.explain!.map((concept) => [concept, [{ key: 'otherWord' as const, values: { thing: 'cat' } }]]),
      )
      const findings = { tags: [tag('dog', 41)], tagReasons }
      return { ok: true, findings, warnings: [], ...outcome } as AnalysisOutcome
    },
  }
  const explainer = new TagExplainer({ catalog, engine, resourcesDir })
  const explained = async (word: string) =>
    (await explainer.explain(id, word)).map(({ reasons, ...about }) => ({
      ...about,
      reasons: reasons.map(({ key, values }) => inEnglish(say(`why.${key}`, values))),
    }))
  return { catalog, id, requests, explained }
}

test('a found word is checked again on this machine by its local name and compared with the stored one', async () => {
  const { catalog, id, requests, explained } = open()
  saveFound(catalog, id, { tags: [tag('dog', 12)] })
  catalog.settings.set({ language: 'de', minConfidence: 20 })
  expect(await explained('HUND')).toEqual([
    {
      name: 'dog',
      label: 'Hund',
      isGiven: true,
      reasons: [
        'The photo has the tag “Hund”.',
        'The word for that is “Katze”.',
        'The library keeps 12%, from an earlier analysis.',
        'It is kept, but not shown unless asked for: certainties below 20% are folded away.',
      ],
    },
  ])
  expect(requests).toEqual([{ path: expect.stringMatching(/a\.jpg$/) as string, steps: ['tags'], explain: ['dog'] }])
  expect((await explained('settee')).map(({ name }) => name)).toEqual(['sofa'])
})

test('the library’s number is compared with what it would keep now, not with how likely the word is', async () => {
  const { catalog, id, explained } = open({ findings: { tags: [{ ...tag('dog', 36), keptAs: 19.6 }], tagReasons: {} } })
  saveFound(catalog, id, { tags: [tag('dog', 19.6)] })
  expect((await explained('dog'))[0]!.reasons).toEqual([
    'The photo has the tag “dog”.',
    'It is kept, but not shown unless asked for: certainties below 20% are folded away.',
  ])
})

test('a photo that waits for its analysis is analysed in its present state', async () => {
  const { explained } = open()
  const [{ isGiven, reasons } = { isGiven: true, reasons: [] }] = await explained('dog')
  expect(isGiven).toBe(false)
  expect(reasons.at(-1)).toBe('The photo waits for its analysis; this is what is seen now.')
})

test('tags from a person, a file or a service are explained without an analysis', async () => {
  const { catalog, id, requests, explained } = open()
  const reasonsOf = async (word: string) => (await explained(word))[0]!.reasons.slice(1)
  catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'dog' })
  expect(await reasonsOf('dog')).toEqual(['You gave it the tag, whatever is seen in the picture.'])
  saveFound(catalog, id, { tags: [tag('cat', 90)] })
  catalog.changes.apply({ kind: 'remove-tag', ids: [id], name: 'cat' })
  expect(await reasonsOf('cat')).toEqual(['You took the tag off, and it stays off.'])
  catalog.changes.apply({ kind: 'add-tag', ids: [id], name: 'our garden' })
  expect((await reasonsOf('our garden')).at(-1)).toMatch(/not in the vocabulary/)
  catalog.analysis.saveOutcome(
    id,
    ['tags'],
    { ok: true, findings: { tags: [tag('horse', 66)] }, warnings: [] },
    'remote',
  )
  expect(await reasonsOf('horse')).toEqual(['A service found the tag with 66%. Only the service knows why.'])
  expect(requests).toEqual([])
})

test('words for people that are switched off are reported as such', async () => {
  const { catalog, explained } = open()
  catalog.settings.set({ peopleWords: 'hide' })
  expect((await explained('man'))[0]!.reasons).toContain('Words for people are switched off in the settings.')
})

test('an unknown word is refused with the nearest one, and an unreadable file with its reason', async () => {
  const { explained } = open({ ok: false, code: 'file-missing', reason: foreign('…') } as Partial<AnalysisOutcome>)
  await expect(explained('elefant')).rejects.toMatchObject({ code: 'file-missing' })
  await expect(explained('elephnt')).rejects.toMatchObject({
    code: 'bad-params',
    message: expect.stringMatching(/Is “elephant” meant/) as string,
  })
  await expect(explained('qqxxyyzz')).rejects.toMatchObject({ message: '“qqxxyyzz” is not in the vocabulary.' })
  const damaged = open({ ok: false, code: 'damaged', reason: foreign('It is damaged.') } as Partial<AnalysisOutcome>)
  await expect(damaged.explained('dog')).rejects.toMatchObject({ code: 'file-unreadable', message: 'It is damaged.' })
  const film = open({ findings: {} } as Partial<AnalysisOutcome>)
  await expect(film.explained('dog')).rejects.toMatchObject({ message: 'No picture of the file can be shown here.' })
})
