import { errorMeanings } from '../openapi/describe-answers.ts'
import type { OpenApiDocument, Operation } from '../openapi/open-api-types.ts'
import { anchorOf } from './html.ts'
import { fieldsOfBody } from './operation-html.ts'

/** An entry of the search: its title, where it is, and its text. */
export type SearchEntry = { title: string; where: string; text: string; url: string }

/** What the search of the pages finds: operations, their parameters, errors, and sections of pages. */
export function searchEntries(
  document: OpenApiDocument,
  pages: readonly { url: string; html: string }[],
): SearchEntry[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
  )
  return [
    ...operations.map(({ name, operation }) => ({
      title: name,
      where: operation.tags[0] ?? '',
      text: plain(operation.summary),
      url: `/docs#${anchorOf(operation.operationId)}`,
    })),
    ...operations.flatMap(({ name, path, operation }) => parametersOf(name, path, operation)),
    ...errorMeanings.map(({ status, type, meaning }) => ({
      title: String(status),
      where: 'Errors',
      text: `${type}: ${plain(meaning)}`,
      url: '/docs/errors#statuses',
    })),
    ...pages.flatMap(({ url, html }) => sectionsOf(url, html)),
  ].filter(isFirst())
}

/** POST repeats the parameters of GET, so only the first of a path is kept. */
function isFirst(): (entry: SearchEntry) => boolean {
  const seen = new Set<string>()
  return ({ title, where, text }) => {
    const saying = `${title} ${where.replace(/^[A-Z]+ /, '')} ${text}`
    return !seen.has(saying) && seen.add(saying) !== undefined
  }
}

function parametersOf(name: string, path: string, operation: Operation): SearchEntry[] {
  const own = [...operation.parameters, ...fieldsOfBody(operation)].filter((parameter) => parameter.in !== 'path')
  return own.map((parameter) => ({
    title: parameter.name,
    where: name,
    text: plain(parameter.description),
    url: `/docs#${anchorOf(operation.operationId)}`,
  }))
}

/** The sections of a page by its headings; `url` is that of the page. */
function sectionsOf(url: string, html: string): SearchEntry[] {
  const page = plain(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? '')
  return [...html.matchAll(/<section id="([\w-]+)">\s*<h2>(.*?)<\/h2>(.*?)<\/section>/gs)].map(
    ([, id = '', title = '', rest = '']) => ({
      title: plain(title),
      where: page,
      text: plain(rest),
      url: `${url}#${id}`,
    }),
  )
}

/** Text without markup, on one line. */
const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>|\{\{\w+\}\}/g, ' ')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[`\s]+/g, ' ')
    .trim()
