import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { escapeHtml } from './html.ts'

/** A page that explains a topic from beginning to end. `html` is its main part. */
export type Guide = { name: string; url: string; title: string; html: string }

/** The guides in the order of the list: `NAME.html` in `resources/service/guides`, at `/docs/NAME`. */
const names = ['similar-images', 'callbacks', 'limits', 'errors', 'migration'] as const

/** `folder` is the service's folder in the resources; one guide shows the bundled plans. */
export function readGuides(folder: string): Guide[] {
  const plans = planTable(readFileSync(join(folder, 'plans.json'), 'utf8'))
  return names.map((name) => {
    const html = readFileSync(join(folder, 'guides', `${name}.html`), 'utf8').replace('{{plans}}', plans)
    const [, title = name] = /<h1>(.*?)<\/h1>/s.exec(html) ?? []
    return { name, url: `/docs/${name}`, title, html }
  })
}

/** Links to all guides; the open one is marked. */
export function guideLinks(guides: readonly Guide[], open?: Guide): string {
  return guides
    .map((guide) => `<li><a href="${guide.url}"${guide === open ? ' aria-current="page"' : ''}>${guide.title}</a></li>`)
    .join('')
}

/** A guide in the shared layout. */
export function guidePage(layout: string, guide: Guide, guides: readonly Guide[]): string {
  const sections = [...guide.html.matchAll(/<section id="([\w-]+)">\s*<h2>(.*?)<\/h2>/gs)]
  const parts: Readonly<Record<string, string>> = {
    guide_title: guide.title,
    guide_content: guide.html,
    guide_links: guideLinks(guides, guide),
    guide_sections: sections.map(([, id, title]) => `<li><a href="#${id}">${title}</a></li>`).join(''),
  }
  return layout.replaceAll(/\{\{(guide_\w+)\}\}/g, (whole, name: string) => parts[name] ?? whole)
}

const limit = z.number().nullable()
const Plans = z.object({
  plans: z.record(
    z.string(),
    z.object({
      title: z.string(),
      concurrency: z.number(),
      requestsPerSecond: limit,
      daily: limit,
      monthly: limit,
      pictureMegabytes: z.number(),
      uploadMegabytes: limit,
    }),
  ),
})

type Plan = z.output<typeof Plans>['plans'][string]

const count = (value: number | null): string => (value === null ? 'no limit' : value.toLocaleString('en'))
const size = (value: number | null): string =>
  value === null ? 'what the disk holds' : `${value.toLocaleString('en')} MB`
const rows: readonly [title: string, show: (plan: Plan) => string][] = [
  ['Requests at once', (plan) => count(plan.concurrency)],
  ['Requests a second', (plan) => count(plan.requestsPerSecond)],
  ['Analyses a day', (plan) => count(plan.daily)],
  ['Analyses a month', (plan) => count(plan.monthly)],
  ['A picture', (plan) => size(plan.pictureMegabytes)],
  ['Uploads kept', (plan) => size(plan.uploadMegabytes)],
]

/** The plans of a `plans.json` as a table with one column per plan. */
function planTable(json: string): string {
  const plans = Object.values(Plans.parse(JSON.parse(json)).plans)
  const head = plans.map(({ title }) => `<th scope="col">${escapeHtml(title)}</th>`).join('')
  const body = rows.map(
    ([title, show]) =>
      `<tr><th scope="row">${title}</th>${plans.map((plan) => `<td>${show(plan)}</td>`).join('')}</tr>`,
  )
  return `<table><thead><tr><td></td>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
