import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf } from './client.ts'
import { openWorld, type World } from './world.ts'

/** As listed in section 2.10 of the interface. */
const languages =
  'ar, bg, bs, en, ca, cs, cy, da, de, el, es, et, fa, fi, fr, he, hi, hr, ht, hu, id, it, ja, ko, lt, lv, ms, mt, mww, nl, no, otq, pl, pt, ro, ru, sk, sl, sr_cyrl, sr_latn, sv, th, tlh, tlh_qaak, tr, uk, ur, vi, yua, zh_chs, zh_cht'.split(
    ', ',
  )

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const namesIn = async (language: string) => {
  const sent = () => formOf({ image: world.photo })
  const tags = (await world.client.main.ask(`/v2/tags?language=${language}`, sent())).body.result.tags.map(
    ({ tag }: { tag: object }) => tag,
  )
  const categories = (
    await world.client.main.ask(`/v2/categories/general_v3?language=${language}`, sent())
  ).body.result.categories.map(({ name }: { name: object }) => name)
  return { tags, categories } as { tags: Record<string, string>[]; categories: Record<string, string>[] }
}

test('there are 51, each once', () => {
  expect(new Set(languages).size).toBe(51)
})

test.each(languages)('%s names tags and categories', async (language) => {
  const { tags, categories } = await namesIn(language)
  expect(tags.length).toBeGreaterThan(0)
  expect(categories.length).toBeGreaterThan(0)
  for (const names of [...tags, ...categories])
    expect(Object.entries(names)).toEqual([[language, expect.stringMatching(/\S/)]])
})

test('all at once, one key for each; the same in v1', async () => {
  const { tags, categories } = await namesIn(languages.join(','))
  for (const names of [...tags, ...categories]) expect(Object.keys(names).sort()).toEqual([...languages].sort())
  const { results } = (
    await world.client.main.ask(
      `/v1/tagging?url=${world.web.url}/photo.jpg&${languages.map((code) => `language=${code}`).join('&')}`,
    )
  ).body
  expect(Object.keys(results[0].tags[0].tag).sort()).toEqual([...languages].sort())
})

test('scripts match the languages', async () => {
  const { tags } = await namesIn('ru,el,ja,sr_cyrl,sr_latn,zh_chs,th,he,ar,hi,ko')
  const [first] = tags
  for (const [code, script] of Object.entries({
    ru: /\p{Script=Cyrillic}/u,
    el: /\p{Script=Greek}/u,
    ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
    sr_cyrl: /\p{Script=Cyrillic}/u,
    sr_latn: /\p{Script=Latin}/u,
    zh_chs: /\p{Script=Han}/u,
    th: /\p{Script=Thai}/u,
    he: /\p{Script=Hebrew}/u,
    ar: /\p{Script=Arabic}/u,
    hi: /\p{Script=Devanagari}/u,
    ko: /\p{Script=Hangul}/u,
  }))
    expect([code, first![code]]).toEqual([code, expect.stringMatching(script)])
})
