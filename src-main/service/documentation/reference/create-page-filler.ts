import { errorMeanings } from '../openapi/describe-answers.ts'
import type { OpenApiDocument } from '../openapi/open-api-types.ts'
import { guideLinks, type Guide } from './guides.ts'
import { anchorOf, escapeHtml, withCode } from './html.ts'
import { pathSection } from './operation-html.ts'
import { languageChoice } from './operation-samples.ts'

/**
 * Fills the gaps of pages, such as `{{endpoints}}`, from the document and from what pages share; both are computed
 * once. The reference needs no script.
 */
export function createPageFiller(
  document: OpenApiDocument,
  guides: readonly Guide[],
  searchDialog: string,
): (page: string) => string {
  const groups = groupPaths(document)
  const parts: Record<string, string> = {
    version: escapeHtml(document.info.version),
    guide_links: guideLinks(guides),
    sample_languages: languageChoice(labelsOf(document)),
    navigation: groups
      .map(
        ({ name, paths }) =>
          `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a><ul>${paths.map((path) => `<li><a href="#${anchorOf(path)}">${breakable(path)}</a></li>`).join('')}</ul></li>`,
      )
      .join(''),
    endpoints: groups
      .map(
        ({ name, paths }) =>
          `<section class="group" id="${anchorOf(name)}"><h2>${escapeHtml(name)}</h2>${paths.map((path) => pathSection(path, document.paths[path]!, document)).join('')}</section>`,
      )
      .join(''),
    errors: errorTable(),
    search_dialog: searchDialog,
    languages: (document.components.schemas['Language']?.enum ?? [])
      .map((code) => `<code>${escapeHtml(String(code))}</code>`)
      .join(' '),
  }
  return (page) => page.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => parts[name] ?? whole)
}

/** Every status with its name in version 1 and its meaning. */
function errorTable(): string {
  const rows = errorMeanings.map(
    ({ status, type, meaning }) =>
      `<tr><th scope="row">${status}</th><td><code>${type}</code></td><td>${withCode(meaning)}</td></tr>`,
  )
  const head = '<tr><th>Status</th><th>Type (v1)</th><th>Meaning</th></tr>'
  return `<div class="scroll"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`
}

function labelsOf({ paths }: OpenApiDocument): string[] {
  const [first] = Object.values(paths).flatMap((item) => Object.values(item))
  return (first?.['x-codeSamples'] ?? []).map(({ label }) => label)
}

/** A path that can wrap at its slashes. */
const breakable = (path: string): string => escapeHtml(path).replaceAll('/', '<wbr>/').replaceAll('-', '-<wbr>')

/** Paths by the group of their first operation, in the order of the document. */
function groupPaths({ tags, paths }: OpenApiDocument): { name: string; paths: string[] }[] {
  const groupOf = (path: string) => Object.values(paths[path]!)[0]?.tags[0]
  return tags
    .map(({ name }) => ({ name, paths: Object.keys(paths).filter((path) => groupOf(path) === name) }))
    .filter((group) => group.paths.length > 0)
}
