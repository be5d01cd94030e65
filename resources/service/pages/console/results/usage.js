import { dayText, daysBetween, hasLimit, limitText, readDay, timeText, whole } from '../amounts.js'
import { h } from '../dom.js'
import { showDays } from './days.js'
import { factList } from './facts.js'

/** What an account has used, as `GET /v2/usage` answers. */
export function showUsage(usage) {
  const period = `${usage.billing_period_start} to ${usage.billing_period_end}`
  return h(
    'section',
    { class: 'usage' },
    h('h2', {}, monthText(usage.monthly_processed, usage.monthly_limit)),
    showShare(usage.monthly_processed, usage.monthly_limit),
    showDays(daysOf(usage)),
    showCounts([
      ['Today', usage.daily_processed, usage.daily_requests],
      ['Last seven days', usage.weekly_processed, usage.weekly_requests],
      ['This month', usage.monthly_processed, usage.monthly_requests],
      ['In all', usage.total_processed, usage.total_requests],
    ]),
    factList([
      ['Billing period', `${period}, UTC`],
      ['Analyses a month', limitText(usage.monthly_limit)],
      ['Requests a second', limitText(usage.rps_limit)],
      ['Requests at once', `${limitText(usage.concurrency.max)} (${whole(usage.concurrency.now)} now)`],
      ['Last request', timeText(usage.last_usage)],
    ]),
  )
}

/** The same as `GET /v1/usage` answers, which counts no single days. */
export function showUsageV1({ billable, total, billing_period: period, limits, last_request: last }) {
  return h(
    'section',
    { class: 'usage' },
    h('h2', {}, monthText(billable.monthly, limits.monthly)),
    showShare(billable.monthly, limits.monthly),
    showCounts([
      ['Today', billable.daily, total.daily],
      ['This month', billable.monthly, total.monthly],
    ]),
    factList([
      ['Billing period', `${dayText(period.start)} to ${dayText(period.end)}, UTC`],
      ['Analyses a month', limitText(limits.monthly)],
      ['Requests at once', limitText(limits.concurrency)],
      ['Last request', timeText(Number(last))],
    ]),
  )
}

const monthText = (used, limit) =>
  `${whole(used)} ${hasLimit(limit) ? `of ${whole(limit)} ` : ''}${used === 1 && !hasLimit(limit) ? 'analysis' : 'analyses'} this month`

const showShare = (used, limit) =>
  hasLimit(limit) &&
  limit > 0 &&
  h(
    'span',
    { class: 'meter', 'aria-hidden': 'true' },
    h('span', { style: { width: `${Math.min(100, (100 * used) / limit)}%` } }),
  )

/** The month until today, and the last week where it began before: `{ day, count }`, days without analyses among them. */
function daysOf({ daily, weekly, monthly, daily_for: today, billing_period_start: start }) {
  const counts = { ...daily, ...weekly, ...monthly }
  const known = Object.keys(counts).map(Number)
  const [last, first] = [readDay(today) ?? Math.max(...known), readDay(start) ?? Math.min(...known)]
  if (!Number.isFinite(last)) return []
  return daysBetween(Math.min(first, ...known), last).map((day) => ({ day, count: counts[day] ?? 0 }))
}

const showCounts = (rows) =>
  h(
    'table',
    { class: 'counts' },
    h(
      'thead',
      {},
      h('tr', {}, h('td', {}), ...['Analyses', 'Requests'].map((name) => h('th', { scope: 'col' }, name))),
    ),
    h(
      'tbody',
      {},
      rows.map(([name, ...counts]) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          counts.map((count) => h('td', {}, whole(count))),
        ),
      ),
    ),
  )
