import type { OperationCall } from '../../../src-main/analysis/operations/calls.ts'

/** One analysis: a client's HTTP request, and the same as calls of the bare engine. */
export type Ask = { title: string; path: string; query: string; calls: readonly OperationCall[] }

/**
 * A client's requests in one go. `post` sends the picture with the call; `uploads` and `content` send it once, refer to
 * its id, and delete it.
 */
export type Visit = {
  at: number
  way: 'post' | 'uploads' | 'content' | 'usage'
  isLarge: boolean
  asks: readonly Ask[]
}

const ask = (title: string, path: string, query: string, ...calls: OperationCall[]): Ask => ({
  title,
  path,
  query,
  calls,
})
const given = (query: string) => Object.fromEntries(new URLSearchParams(query))
const plain = (operation: 'tags' | 'croppings' | 'colors' | 'faces', title: string, path: string, query = '') =>
  ask(title, path, query, { operation, given: given(query) })
const categories = (categorizerId: string) =>
  ask(`v2 ${categorizerId}`, `/v2/categories/${categorizerId}`, '', {
    operation: 'categories',
    categorizerId,
    given: {},
  })

const tags = plain('tags', 'v2 tags', '/v2/tags')
const tagsInWords = plain('tags', 'v2 tags, 3 languages', '/v2/tags', 'language=en,de,ja&verbose=1&limit=20')
const colors = plain('colors', 'v2 colors', '/v2/colors')
const croppings = plain('croppings', 'v2 croppings', '/v2/croppings', 'resolution=400x300,100x100')
const picture = plain('croppings', 'v2 image_result', '/v2/croppings', 'resolution=300x200&image_result=1')
const faces = plain('faces', 'v2 faces', '/v2/faces/detections')
const general = categories('general_v3')
const nsfw = categories('nsfw_beta')
const v1Tags = plain('tags', 'v1 tagging', '/v1/tagging')
const v1Colors = plain('colors', 'v1 colors', '/v1/colors')
const v1Croppings = plain('croppings', 'v1 croppings', '/v1/croppings', 'resolution=500x300')

/** The repeated round; every visit is of another picture. */
const pattern: readonly Omit<Visit, 'at'>[] = [
  { way: 'uploads', isLarge: false, asks: [tags, colors, croppings, general] },
  { way: 'post', isLarge: false, asks: [tags] },
  { way: 'post', isLarge: false, asks: [colors] },
  { way: 'content', isLarge: false, asks: [v1Tags, v1Colors] },
  { way: 'post', isLarge: true, asks: [tags] },
  { way: 'post', isLarge: false, asks: [faces] },
  { way: 'uploads', isLarge: false, asks: [tags, picture] },
  { way: 'usage', isLarge: false, asks: [] },
  { way: 'post', isLarge: false, asks: [general] },
  { way: 'post', isLarge: false, asks: [picture] },
  { way: 'uploads', isLarge: false, asks: [colors, faces, nsfw] },
  { way: 'post', isLarge: false, asks: [tagsInWords] },
  { way: 'post', isLarge: true, asks: [croppings] },
  { way: 'content', isLarge: false, asks: [v1Croppings] },
  { way: 'post', isLarge: false, asks: [nsfw] },
  { way: 'post', isLarge: false, asks: [croppings] },
]

/** Visits are dealt out in complete rounds, so that any two shares of them have the same mix. */
export const ROUND = pattern.length

/** The visit of a number; the same number is the same work for the service and for the bare engine. */
export function visitOf(at: number): Visit {
  return { at, ...pattern[at % ROUND]! }
}

/** Analyses in this many visits from a number on. */
export function countAnalyses(from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) count += visitOf(at).asks.length
  return count
}
