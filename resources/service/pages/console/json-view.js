import { h } from './dom.js'

const LONGEST = 200_000
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi

/** JSON with its parts in colours; very long answers in one. */
export function showJson(value) {
  const text = JSON.stringify(value, null, 2)
  if (text.length > LONGEST) return [`${text.slice(0, LONGEST)}\n…`]
  const parts = []
  let at = 0
  for (const match of text.matchAll(token)) {
    parts.push(text.slice(at, match.index), ...colour(match))
    at = match.index + match[0].length
  }
  return [...parts, text.slice(at)]
}

function colour([whole, string, colon, word]) {
  if (string !== undefined && colon !== undefined) return [h('span', { class: 'json-key' }, string), colon]
  const kind = string !== undefined ? 'string' : word !== undefined ? 'word' : 'number'
  return [h('span', { class: `json-${kind}` }, whole)]
}
