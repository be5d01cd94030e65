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

/** The plans of a `plans.json` as rows of a table. */
export function planRows(json: string): string {
  const count = (value: number | null) => (value === null ? 'no limit' : value.toLocaleString('en'))
  const size = (value: number | null) => (value === null ? 'as the disk holds' : `${value.toLocaleString('en')} MB`)
  return Object.values(Plans.parse(JSON.parse(json)).plans)
    .map((plan) => {
      const cells = [
        count(plan.concurrency),
        count(plan.requestsPerSecond),
        count(plan.daily),
        count(plan.monthly),
        size(plan.pictureMegabytes),
        size(plan.uploadMegabytes),
      ]
      return `<tr><th scope="row">${escapeHtml(plan.title)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
    })
    .join('')
}
