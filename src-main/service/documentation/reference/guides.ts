import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planTable } from './plan-table.ts'

/** A page that explains a matter from beginning to end. `html` is what stands in its middle. */
export type Guide = { name: string; url: string; title: string; html: string }

/** The guides in the order in which they are listed: `NAME.html` in `resources/service/guides`, at `/docs/NAME`. */
const names = ['similar-images', 'callbacks', 'limits', 'errors', 'migration'] as const

/** `folder` is that of the service in the resources; the plans that come with it stand in a guide. */
export function readGuides(folder: string): Guide[] {
  const plans = planTable(readFileSync(join(folder, 'plans.json'), 'utf8'))
  return names.map((name) => {
    const html = readFileSync(join(folder, 'guides', `${name}.html`), 'utf8').replace('{{plans}}', plans)
    const [, title = name] = /<h1>(.*?)<\/h1>/s.exec(html) ?? []
    return { name, url: `/docs/${name}`, title, html }
  })
}

/** Links to all guides; the one that is open is marked. */
export function guideLinks(guides: readonly Guide[], open?: Guide): string {
  return guides
    .map((guide) => `<li><a href="${guide.url}"${guide === open ? ' aria-current="page"' : ''}>${guide.title}</a></li>`)
    .join('')
}

/** A guide in the layout that all share. */
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
