import { z } from 'zod'
import { escapeHtml } from './html.ts'

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

/** The plans of a `plans.json` as a table with a column for each. */
export function planTable(json: string): string {
  const plans = Object.values(Plans.parse(JSON.parse(json)).plans)
  const head = plans.map(({ title }) => `<th scope="col">${escapeHtml(title)}</th>`).join('')
  const body = rows.map(
    ([title, show]) =>
      `<tr><th scope="row">${title}</th>${plans.map((plan) => `<td>${show(plan)}</td>`).join('')}</tr>`,
  )
  return `<table><thead><tr><td></td>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
