import type { Operation, Response } from '../openapi/open-api-types.ts'
import { anchorOf, escapeHtml } from './html.ts'

/** The languages of samples in order; one of these buttons selects the language of the whole page. */
export function languageChoice(labels: readonly string[]): string {
  const choices = labels.map(
    (label, n) =>
      `<label><input type="radio" name="language" id="language-${anchorOf(label)}" value="${anchorOf(label)}"${n === 0 ? ' checked' : ''} />${escapeHtml(label)}</label>`,
  )
  return choices.join('')
}

/**
 * An operation's request in each language, of which the page shows the selected one, and its answer. Answers in `shown`
 * are not repeated.
 */
export function samplesPart({ responses, 'x-codeSamples': samples }: Operation, shown: Set<string>): string {
  const requests = samples.map(
    ({ label, source }) =>
      `<pre class="sample" data-language="${anchorOf(label)}" tabindex="0"><code>${escapeHtml(source.trimEnd())}</code></pre>`,
  )
  const answer = (responses['200'] as Response | undefined)?.content?.['application/json']?.example
  return `<div class="samples"><p class="says">Request</p>${requests.join('')}${answer === undefined ? '' : answerPart(answer, shown)}</div>`
}

function answerPart(answer: unknown, shown: Set<string>): string {
  const text = JSON.stringify(answer, null, 2)
  if (shown.has(text)) return '<p class="says">The answer is the one above.</p>'
  shown.add(text)
  return `<p class="says">Answer</p><pre class="says" tabindex="0"><code>${markJson(text)}</code></pre>`
}

/** JSON with highlighted names and texts; a small record stays on one line. */
function markJson(json: string): string {
  const lines = json.replaceAll(
    /\{\s+([^{}[\]]{1,60}?)\s+\}/g,
    (_, inner: string) => `{ ${inner.replaceAll(/\s*\n\s*/g, ' ')} }`,
  )
  return escapeHtml(lines).replaceAll(
    /(&quot;(?:(?!&quot;)[^\\]|\\.)*&quot;)(:)?/g,
    (_, text: string, colon?: string) =>
      colon ? `<span class="name">${text}</span>:` : `<span class="text">${text}</span>`,
  )
}
